/** Writes `docs/manifest.md` from the table of keys that parses the manifest: `tsx tools/docs/manifest-reference.ts`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderManifestReference } from './render-manifest-reference.js'

writeFileSync(fileURLToPath(new URL('../../docs/manifest.md', import.meta.url)), renderManifestReference())
