import { defineConfig } from 'tsup'
import { leaveOut } from '../../tools/build/leave-out.js'
import { libraryBuild } from '../../tsup.base.js'

/**
 * What oclif loads at start and `pnk` never reaches: the plugin loader's globs, TypeScript and its settings, and the
 * look for WSL. TypeScript alone would take longer to load than all the rest.
 */
const UNREACHED = ['typescript', 'minimatch', 'tinyglobby', 'lilconfig', 'wsl-utils']

/** CommonJS libraries inside an ES module still ask for `require` and for the name of their file. */
const COMMONJS_NAMES = [
  "import { createRequire as __createRequire } from 'node:module'",
  "import { fileURLToPath as __fileURLToPath } from 'node:url'",
  'const require = __createRequire(import.meta.url)',
  'const __filename = __fileURLToPath(import.meta.url)',
  "const __dirname = __fileURLToPath(new URL('.', import.meta.url))",
].join('\n')

/** One file per command and per check, so that a command loads what it needs and nothing else. */
export default defineConfig(
  libraryBuild(['@oclif/core', 'chokidar', 'cli-progress'], {
    entry: { index: 'src/index.ts', main: 'src/main.ts' },
    dts: { entry: { index: 'src/index.ts' } },
    splitting: true,
    esbuildPlugins: [leaveOut(UNREACHED)],
    banner: { js: COMMONJS_NAMES },
  }),
)
