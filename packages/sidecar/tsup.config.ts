import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig } from 'tsup'
import { libraryBuild } from '../../tsup.base.js'

/**
 * The library's ES modules. Its Node build is CommonJS and calls `require('process')`, which a bundled ES module cannot
 * do; the parser is the same in both.
 */
const yaml = join(
  dirname(createRequire(import.meta.url).resolve('yaml/package.json')),
  'browser/dist/index.js',
)

export default defineConfig(
  libraryBuild(['yaml'], {
    esbuildOptions(options) {
      options.alias = { yaml }
    },
  }),
)
