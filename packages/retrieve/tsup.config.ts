import { defineConfig } from 'tsup'
import { libraryBuild } from '../../tsup.base.js'

/** Evaluation is a file of its own: a search loads neither its YAML parser nor its statistics. */
export default defineConfig(
  libraryBuild(['yaml'], { entry: { index: 'src/index.ts', eval: 'src/eval/index.ts' } }),
)
