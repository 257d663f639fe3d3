import { expect, test } from 'vitest'
import { loadPartnerManifest, parsePartnerManifest } from '../src/index.js'
import { caught } from './caught.js'
import { KB_ID, minimal } from './minimal-manifest.js'
import { tempDir } from './temp-dir.js'

const place = { path: '/kb/pinakes.toml', root: '/kb' }

test('of a partner only the id and the sources are read, so a newer one can be scanned', () => {
  const text = `[kb]\nid = "${KB_ID}"\nrequires_pinakes = ">=99"\nfuture = 1\n[sources]\nroots = ["a"]\nnew = 2\n[odd]\n`
  expect(parsePartnerManifest(text, place)).toEqual({
    id: KB_ID,
    sources: { roots: ['a'], include: ['**/*.md', '**/*.txt'], exclude: [] },
  })
})

test('a partner is contained like we are', () => {
  const text = minimal({ sources: 'include = ["../../x"]' })
  expect(caught(() => parsePartnerManifest(text, place)).code).toBe('MANIFEST_SOURCES')
})

test('without an id, or with broken sources, a partner is refused', () => {
  expect(caught(() => parsePartnerManifest('[sources]', place)).message).toContain('[kb]: id is missing')
  expect(
    caught(() => parsePartnerManifest(`[kb]\nid = "${KB_ID}"\n[sources]\nroots = 1`, place)).message,
  ).toContain('[sources]: roots must be')
  expect(caught(() => parsePartnerManifest('kb = 1', place)).message).toContain('[kb]: must be a table')
})

test('a partner is loaded from its directory', () => {
  expect(loadPartnerManifest(tempDir({ 'pinakes.toml': minimal() })).id).toBe(KB_ID)
  expect(caught(() => loadPartnerManifest(tempDir())).code).toBe('MANIFEST_UNREADABLE')
})
