import type { Options } from 'tsup'
import { thirdPartyNotices } from './tools/build/third-party-notices.js'

/**
 * The build every package shares: one ESM file and one declaration file.
 * `bundled` names the libraries to compile into that file; a package that starts with the process
 * bundles what it imports, because hundreds of small files cost more to open than to run. The licences of what was
 * compiled in are written beside it.
 */
export function libraryBuild(bundled: readonly (string | RegExp)[] = [], extra: Options = {}): Options {
  return {
    entry: { index: 'src/index.ts' },
    format: 'esm',
    target: 'node20',
    platform: 'node',
    dts: true,
    clean: true,
    splitting: false,
    sourcemap: false,
    noExternal: [...bundled],
    ...extra,
    esbuildPlugins: [...(extra.esbuildPlugins ?? []), thirdPartyNotices()],
  }
}
