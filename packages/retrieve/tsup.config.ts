import { defineConfig } from 'tsup'
import { esYaml } from '../../tools/build/es-yaml.js'
import { libraryBuild } from '../../tsup.base.js'

/** Evaluation is a file of its own: a search loads neither its YAML parser nor its statistics. */
export default defineConfig(
  libraryBuild(['yaml'], { entry: { index: 'src/index.ts', eval: 'src/eval/index.ts' }, ...esYaml }),
)
