import type { Options } from 'tsup'

/** A step of the build. */
export type BuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Replaces modules that a bundled library imports and our use of it never reaches by empty ones, so that they cost
 * nothing to load and nothing to ship. `names` are matched whole.
 */
export function leaveOut(names: readonly string[]): BuildPlugin {
  return {
    name: 'leave-out',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path }) =>
        names.includes(path) ? { path, namespace: 'left-out' } : undefined,
      )
      build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {}' }))
    },
  }
}
