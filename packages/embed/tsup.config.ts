import { defineConfig } from 'tsup'
import { leaveOut } from '../../tools/build/leave-out.js'
import { libraryBuild } from '../../tsup.base.js'

/** `@huggingface/hub` cuts what it uploads into chunks with this; Pinakes lists models and uploads nothing. */
const UNREACHED = ['@huggingface/xetchunk-wasm']

/** Split, so that what only some models need (their tokenizers) is not read by everyone who imports this package. */
export default defineConfig(libraryBuild([], { splitting: true, esbuildPlugins: [leaveOut(UNREACHED)] }))
