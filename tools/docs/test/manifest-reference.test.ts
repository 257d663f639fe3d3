import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { keyName, MANIFEST_TABLES } from '@pinakes/manifest'
import { expect, test } from 'vitest'
import { renderManifestReference } from '../render-manifest-reference.js'

const reference = readFileSync(fileURLToPath(new URL('../../../docs/manifest.md', import.meta.url)), 'utf8')

test('docs/manifest.md is what the table of keys gives; regenerate with tools/docs/manifest-reference.ts', () => {
  expect(reference).toBe(renderManifestReference())
})

test('every key of every table is in the reference with what it decides', () => {
  for (const table of MANIFEST_TABLES) {
    for (const [field, key] of Object.entries(table.keys)) {
      expect(reference).toContain(`| \`${keyName(field)}\` |`)
      expect(reference).toContain(key.doc.replaceAll('|', '\\|'))
    }
  }
})
