import { defineConfig } from 'tsup'
import { esYaml } from '../../tools/build/es-yaml.js'
import { libraryBuild } from '../../tsup.base.js'

export default defineConfig(libraryBuild(['yaml'], esYaml))
