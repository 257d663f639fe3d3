import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ExtractorRegistry } from '@pinakes/extract-free'
import { contentHash } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { type ReadDocumentOptions, readDocument } from '../../src/documents/read-document.js'
import { TestKb } from '../support/kb.js'
import { wordEmbedder } from '../support/word-embedder.js'

const A = 'docs/a.md'
const B = 'docs/b.md'

const fakeEntry = {
  name: 'fake',
  aliases: [],
  paid: false,
  suffixes: ['.pdf'],
  fingerprintInputs: () => ({ backend: 'fake' }),
}

/** A KB whose files change when the model is loaded: after the walk, before the first document is read. */
async function syncWhile(kb: TestKb, change: () => void) {
  return kb.sync({
    loadEmbedder: async () => {
      change()
      return wordEmbedder()
    },
  })
}

describe('a file that changes between walk and reading', () => {
  it('is stored with the hash of the bytes that were chunked', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await syncWhile(kb, () => writeFileSync(kb.path(A), 'grown meanwhile\n'))
    expect(kb.row(A)?.contentHash).toBe(contentHash('grown meanwhile\n'))
    expect(kb.chunks()[A]).toEqual(['grown meanwhile'])
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', unchanged: 2 })
  })

  it('and vanishes is a failure, and its row stays', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const before = kb.active()
    kb.write(A, 'changed\n')
    const report = await syncWhile(kb, () => rmSync(kb.path(A)))
    expect(report).toMatchObject({ outcome: 'failed', deleted: [], failed: [{ path: A }] })
    expect(report.failed[0]?.error).toMatch(/^SyncError: docs\/a\.md: vanished/)
    expect(kb.active()).toEqual(before)
    expect(kb.chunks()[A]).toEqual(['alpha'])
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', deleted: [A] })
  })

  it('and becomes a directory is a failure', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    const report = await syncWhile(kb, () => {
      rmSync(kb.path(A))
      mkdirSync(kb.path(A))
    })
    expect(report).toMatchObject({ outcome: 'failed', failed: [{ path: A }] })
  })
})

describe('a document that cannot be read', () => {
  const options = { extractors: new ExtractorRegistry([]), extraction: { backend: 'pypdfium2' } as const }
  const read = (kb: TestKb, key: string, more: Partial<ReadDocumentOptions> = {}) =>
    readDocument(kb.path(key), key, { ...options, ...more } as ReadDocumentOptions)

  it('is refused with the code of the file system and what to do about it', async () => {
    const kb = new TestKb()
    await expect(read(kb, A)).rejects.toMatchObject({
      code: 'SYNC_FILE_UNREADABLE',
      message: 'docs/a.md: vanished during the sync (ENOENT)',
      remedy: 'Run `pnk sync` again.',
      details: { path: A, system: 'ENOENT' },
    })
    await expect(read(kb, 'docs')).rejects.toMatchObject({
      code: 'SYNC_FILE_UNREADABLE',
      details: { path: 'docs', system: 'EISDIR' },
    })
  })

  it('because it changes while it is extracted is refused by the same code', async () => {
    const kb = new TestKb({ 'docs/x.pdf': '%PDF' })
    const growing = {
      ...fakeEntry,
      load: async () => ({
        extract: async (path: string) => {
          appendFileSync(path, 'x')
          return { text: 'text', pageSpans: [[0, 4]] as const, perPageProvenance: [] }
        },
      }),
    }
    const extractors = new ExtractorRegistry([growing])
    const extraction = { backend: 'fake' } as unknown as ReadDocumentOptions['extraction']
    await expect(read(kb, 'docs/x.pdf', { extractors, extraction })).rejects.toMatchObject({
      code: 'SYNC_FILE_UNREADABLE',
      message: 'docs/x.pdf: changed while it was read',
    })
  })
})

describe('a sidecar that appears between walk and minting', () => {
  it('is kept, and the document waits for the next run', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    const text = 'id: 01JV3M8Q6ZT4XN0R5K7WBYC2DE\n'
    const report = await syncWhile(kb, () => kb.write(`${A}.pnk.yaml`, text))
    expect(report).toMatchObject({ outcome: 'failed', failed: [{ path: A }], sidecars: { written: [] } })
    expect(kb.read(`${A}.pnk.yaml`)).toBe(text)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', added: [A] })
    expect(kb.active()[A]).toBe('01JV3M8Q6ZT4XN0R5K7WBYC2DE')
  })
})

describe('a paged document', () => {
  const entry = (extract: (path: string) => Promise<string>) => ({
    ...fakeEntry,
    load: async () => ({
      extract: async (path: string) => {
        const text = await extract(path)
        return { text, pageSpans: [[0, text.length]] as const, perPageProvenance: [] }
      },
    }),
  })

  function pdfKb(): TestKb {
    const kb = new TestKb({ 'docs/x.pdf': '%PDF' })
    kb.setManifest((text) => `${text.replace('"**/*.txt"', '"**/*.pdf"')}\n[extraction]\nbackend = "fake"\n`)
    return kb
  }

  it('that changes while it is read is a failure: nobody knows which bytes the text is of', async () => {
    const kb = pdfKb()
    const growing = entry(async (path) => {
      appendFileSync(path, 'x')
      return 'text'
    })
    const report = await kb.sync({ extractors: [growing] })
    expect(report.failed).toMatchObject([{ path: 'docs/x.pdf', stage: 'extract' }])
    expect(report.failed[0]?.error).toContain('changed while it was read')
  })

  it('whose extractor throws is a failure with its message', async () => {
    const kb = pdfKb()
    const report = await kb.sync({ extractors: [entry(() => Promise.reject(new Error('page 3 is torn')))] })
    expect(report.failed).toMatchObject([
      { path: 'docs/x.pdf', stage: 'extract', error: 'Error: page 3 is torn' },
    ])
  })
})
