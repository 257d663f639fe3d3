import { defineConfig } from 'tsup'
import { libraryBuild } from '../../tsup.base.js'

/** Split, so that what only some models need (their tokenizers) is not read by everyone who imports this package. */
export default defineConfig(libraryBuild([], { splitting: true }))
