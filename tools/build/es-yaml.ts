import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Options } from 'tsup'

/**
 * The ES modules of the `yaml` library. Its Node build is CommonJS and calls `require('process')`, which a bundled ES
 * module cannot do; the parser is the same in both.
 */
const yaml = join(
  dirname(createRequire(import.meta.url).resolve('yaml/package.json')),
  'browser/dist/index.js',
)

/** Bundles `yaml` from its ES modules. */
export const esYaml: Pick<Options, 'esbuildOptions'> = {
  esbuildOptions(options) {
    options.alias = { yaml }
  },
}
