import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentHash } from '@pinakes/manifest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cachedExtractions } from '../src/cached-extractions.js'

let cache: string
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'pnk-cache-'))
})
afterEach(() => rmSync(cache, { recursive: true }))

const HASH = contentHash('a document')
const ENTRY = {
  schema: 1,
  content_hash: HASH,
  backend: 'pypdfium2',
  fingerprint: '3fa9',
  page_count: 1,
  page_spans: [[0, 4]],
  text: 'text',
  per_page_provenance: [],
  operation_id: null,
  call_ids: null,
}
const NAME = `${HASH.replace('sha256:', '')}-3fa9.json`

function write(name: string, entry: unknown): void {
  writeFileSync(join(cache, name), typeof entry === 'string' ? entry : JSON.stringify(entry))
}

describe('the entries of the extraction cache', () => {
  it('are none where there is no directory', () => {
    expect(cachedExtractions(join(cache, 'missing'))).toEqual([])
  })

  it('say what they are about and whether they were paid for', () => {
    write(NAME, ENTRY)
    const paid = {
      ...ENTRY,
      backend: 'claude-vision',
      fingerprint: 'b7',
      operation_id: '01JV3M8Q6ZT4XN0R5K7WBYC2DE',
      call_ids: [],
    }
    write(NAME.replace('3fa9', 'b7'), paid)
    expect(cachedExtractions(cache).map(({ entry }) => entry)).toEqual([
      { contentHash: HASH, backend: 'pypdfium2', fingerprint: '3fa9', isPaid: false },
      { contentHash: HASH, backend: 'claude-vision', fingerprint: 'b7', isPaid: true },
    ])
    expect(cachedExtractions(cache)[0]?.bytes).toBe(JSON.stringify(ENTRY).length)
  })

  it.each([
    ['torn', JSON.stringify(ENTRY).slice(0, 40)],
    ['of another schema', { ...ENTRY, schema: 2 }],
    ['without text', { ...ENTRY, text: null }],
    ['without spans', { ...ENTRY, page_spans: 'none' }],
    ['with a hash that is none', { ...ENTRY, content_hash: 'sha256:zz' }],
    ['without a backend', { ...ENTRY, backend: undefined }],
    ['with a number for an operation', { ...ENTRY, operation_id: 7 }],
    ['no object', '[1]'],
    ['under the name of another', { ...ENTRY, fingerprint: 'ffff' }],
  ])('that are %s count, as no whole entry', (_, entry) => {
    write(NAME, entry)
    expect(cachedExtractions(cache)).toMatchObject([{ name: NAME, entry: null }])
  })

  it('are the JSON files of the directory itself', () => {
    mkdirSync(join(cache, 'partial', NAME), { recursive: true })
    mkdirSync(join(cache, 'folder.json'))
    write('notes.txt', 'x')
    write(NAME, ENTRY)
    expect(cachedExtractions(cache).map(({ name }) => name)).toEqual([NAME])
  })
})
