import { openIndexReader, openIndexWriter } from '@pinakes/index'
import { isPinakesError, sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import type { Derivation } from '../src/index.js'
import { TestKb } from './support/kb.js'
import { wordEmbedder } from './support/word-embedder.js'

const A = 'docs/a.md'
const B = 'docs/b.md'
const STAMPS = 'SELECT path, size, mtime_ms, ctime_ms, ino, hash FROM file_stamps ORDER BY path'

async function codeOf(run: () => Promise<unknown>): Promise<string> {
  const error = await run().catch((caught: unknown) => caught)
  return isPinakesError(error) ? error.code : String(error)
}

describe('sidecars-only', () => {
  it('mints what is missing, with headings for titles, and opens no index', async () => {
    const kb = new TestKb({ [A]: '# Alpha\n\nx\n', 'docs/my-note.txt': '# not this\n', [B]: 'b\n' })
    kb.write(sidecarPath(B), 'id: 01JV3M8Q6ZT4XN0R5K7WBYC2DE\n')
    const report = await kb.sync({ mode: 'sidecars-only' })
    expect(report).toMatchObject({
      outcome: 'ok',
      unchanged: 1,
      added: [],
      sidecars: { written: [sidecarPath(A), sidecarPath('docs/my-note.txt')] },
    })
    expect(kb.read(sidecarPath(A))).toContain('title: Alpha\n')
    expect(kb.read(sidecarPath('docs/my-note.txt'))).toContain('title: my note\n')
    expect(kb.exists('.pinakes/index.db')).toBe(false)
    expect(kb.loads).toBe(0)
  })

  it('with a scope touches nothing else, and fails for nothing else', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n', 'docs/c.md': 'c\n' })
    kb.write(sidecarPath('docs/c.md'), 'id: [broken\n')
    const scope = { added: new Set([A]), movedFrom: new Map<string, string>() }
    const report = await kb.sync({ mode: 'sidecars-only', scope })
    expect(report).toMatchObject({ outcome: 'ok', sidecars: { written: [sidecarPath(A)] } })
    expect(kb.names('docs')).toEqual(['a.md', 'a.md.pnk.yaml', 'b.md', 'c.md', 'c.md.pnk.yaml'])
    const other = { ...scope, added: new Set(['docs/c.md']) }
    expect(await kb.sync({ mode: 'sidecars-only', scope: other })).toMatchObject({
      outcome: 'failed',
      failed: [{ path: 'docs/c.md' }],
    })
  })

  it('moves the sidecar of a document that is known to have moved', async () => {
    const kb = new TestKb({ [B]: 'beta\n', 'docs/new.md': 'new\n' })
    kb.write(sidecarPath(A), 'id: 01JV3M8Q6ZT4XN0R5K7WBYC2DE\n')
    const scope = { added: new Set([B, 'docs/new.md']), movedFrom: new Map([[B, A]]) }
    const report = await kb.sync({ mode: 'sidecars-only', scope })
    expect(report.sidecars).toMatchObject({
      moved: [sidecarPath(B)],
      written: [sidecarPath('docs/new.md')],
    })
    expect(kb.idOf(B)).toBe('01JV3M8Q6ZT4XN0R5K7WBYC2DE')
    expect(kb.exists(sidecarPath(A))).toBe(false)
  })

  it('gives a file that cannot be decoded its name for a title', async () => {
    const kb = new TestKb({ 'docs/odd-one.md': Uint8Array.from([0x23, 0x20, 0xff]) })
    await kb.sync({ mode: 'sidecars-only' })
    expect(kb.read(sidecarPath('docs/odd-one.md'))).toContain('title: odd one\n')
  })
})

describe('index-only', () => {
  it('writes nothing below the roots, and indexes under an id that a full sync writes down', async () => {
    const kb = new TestKb({ [A]: '# Alpha\n\nx\n' })
    expect(await kb.sync({ mode: 'index-only' })).toMatchObject({ added: [A], sidecars: { written: [] } })
    expect(kb.names('docs')).toEqual(['a.md'])
    const id = kb.active()[A]
    expect(await kb.sync({ mode: 'index-only' })).toMatchObject({ unchanged: 1, added: [] })
    expect(await kb.sync()).toMatchObject({ unchanged: 1, sidecars: { restored: [sidecarPath(A)] } })
    expect(kb.idOf(A)).toBe(id)
    expect(kb.active()[A]).toBe(id)
    expect(kb.row(A)?.title).toBe('Alpha')
  })
})

describe('rebuild', () => {
  it('embeds everything anew and swaps it in', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    await kb.sync()
    const before = kb.snapshot()
    const stamps = kb.query(STAMPS)
    expect(stamps).toHaveLength(4)
    const build = kb.meta().get('build_id')
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ outcome: 'ok', updated: [A, B], added: [] })
    expect(kb.loads).toBe(2)
    expect(kb.snapshot()).toEqual(before)
    expect(kb.query(STAMPS)).toEqual(stamps)
    expect(kb.meta().get('build_id')).not.toBe(build)
  })

  it('takes over another model and other chunking', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync()
    kb.setManifest((text) => text.replace('model = "words"', 'model = "other"'))
    kb.embedder = wordEmbedder({ model: 'other' })
    expect(await codeOf(() => kb.sync())).toBe('SYNC_EMBEDDING_CHANGED')
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ outcome: 'ok' })
    expect(kb.meta().get('embedding_model')).toBe('other')
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', unchanged: 1 })
  })

  it('keeps the old index when no document at all could be indexed', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync()
    const before = kb.snapshot()
    kb.embedder = wordEmbedder({ poison: 'alpha' })
    const report = await kb.sync({ mode: 'rebuild' })
    expect(report.outcome).toBe('failed')
    expect(report.hints.join()).toContain('the old index was kept')
    expect(kb.snapshot()).toEqual(before)
  })

  it('keeps the identity of a document it could not index, for when it can', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync({ mode: 'index-only' })
    const id = kb.active()[A]
    kb.embedder = wordEmbedder({ poison: 'alpha' })
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ outcome: 'failed', updated: [B] })
    kb.embedder = wordEmbedder()
    await kb.sync()
    expect(kb.active()[A]).toBe(id)
  })

  it('carries the identities of deleted documents over', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const id = kb.idOf(A)
    kb.remove(A)
    kb.remove(sidecarPath(A))
    await kb.sync()
    await kb.sync({ mode: 'rebuild' })
    kb.write(A, 'alpha again\n')
    await kb.sync()
    expect(kb.active()[A]).toBe(id)
  })

  it('makes the first index where there was none', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ outcome: 'ok', added: [A] })
  })
})

const isOfEmbedding = (key: string) => key.startsWith('embedding_')

describe('the embedding identity', () => {
  it.each([
    ['model', (text: string) => text.replace('model = "words"', 'model = "other"')],
    ['width', (text: string) => text.replace('dim = 16', 'dim = 32')],
    ['revision', (text: string) => `${text}revision = "abc"\n`],
  ])('of another %s is refused before anything changes', async (_, edit) => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const before = kb.snapshot()
    kb.setManifest(edit)
    kb.remove(A)
    const error = await kb.sync().catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'SYNC_EMBEDDING_CHANGED' })
    expect(isPinakesError(error) && error.remedy).toContain('pnk sync --rebuild')
    kb.setManifest((text) => text)
    expect(kb.snapshot()).toEqual(before)
  })

  it('of other weights under the same name is refused once something is to be embedded', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync()
    kb.embedder = wordEmbedder({ fingerprint: 'other weights' })
    expect(await kb.sync()).toMatchObject({ unchanged: 1 })
    kb.write(B, 'beta\n')
    expect(await codeOf(() => kb.sync())).toBe('SYNC_EMBEDDING_CHANGED')
    expect(kb.exists(sidecarPath(B))).toBe(false)
  })

  it('of another provider is settled by the model it loads', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync()
    kb.setManifest((text) => text.replace('provider = "test"', 'provider = "alias"'))
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', unchanged: 1 })
    const provider = { ...wordEmbedder(), info: () => ({ ...wordEmbedder().info(), provider: 'alias' }) }
    expect(await codeOf(() => kb.sync({ loadEmbedder: async () => provider }))).toBe('SYNC_EMBEDDING_CHANGED')
  })

  it('is written again where an index records none, as the search that refuses it says', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const before = kb.meta()
    const writer = openIndexWriter(kb.paths.index)
    writer.setMeta(Object.fromEntries([...before.keys()].filter(isOfEmbedding).map((key) => [key, null])))
    writer.close()
    expect([...kb.meta().keys()].filter(isOfEmbedding)).toEqual([])
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', unchanged: 2, updated: [] })
    expect(kb.meta()).toEqual(before)
  })

  it('is taken over by an index without any passage', async () => {
    const kb = new TestKb()
    await kb.sync()
    kb.embedder = wordEmbedder({ fingerprint: 'weights' })
    kb.write(A, 'alpha\n')
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', added: [A] })
    expect(kb.meta().get('embedding_fingerprint')).toBe('weights')
  })
})

describe('chunking', () => {
  it('drift is reported at every sync until a rebuild', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    kb.setManifest((text) => `${text}\n[chunking]\nmax_tokens = 100\noverlap = 10\n`)
    kb.write(B, 'beta changed\n')
    const drift = [
      { key: 'chunking_max_tokens', recorded: '510', wanted: '100' },
      { key: 'chunking_overlap', recorded: '64', wanted: '10' },
    ]
    expect((await kb.sync()).chunkingDrift).toEqual(drift)
    expect((await kb.sync()).chunkingDrift).toEqual(drift)
    expect((await kb.sync()).chunkingDrift).toEqual(drift)
    await kb.sync({ mode: 'rebuild' })
    expect((await kb.sync()).chunkingDrift).toEqual([])
  })

  it('beyond the window of the model is refused before anything is written', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    kb.embedder = wordEmbedder({ window: 100 })
    expect(await codeOf(() => kb.sync())).toBe('CHUNKING_SETTINGS')
    expect(kb.names('docs')).toEqual(['a.md'])
    expect(kb.embedder.closed()).toBe(true)
  })

  it('with titles in the vectors names documents whose title changed since', async () => {
    const kb = new TestKb({ [A]: '# Alpha\n\nx\n' })
    kb.setManifest((text) => `${text}\n[chunking]\nmetadata = "prefix"\nmax_tokens = 400\n`)
    await kb.sync()
    expect(kb.embedder.embedded).toEqual(['Alpha\n\n# Alpha\n\nx'])
    kb.write(sidecarPath(A), `id: ${kb.idOf(A)}\ntitle: Changed\n`)
    const report = await kb.sync()
    expect(report.refreshed).toEqual([A])
    expect(report.hints.join()).toMatch(/old title of docs\/a\.md.*--rebuild/)
  })

  it('with titles in the vectors stores and searches the text alone', async () => {
    const kb = new TestKb({ [A]: '# Alpha\n\nx\n\ny\n' })
    kb.setManifest((text) => `${text}\n[chunking]\nmetadata = "prefix"\nmax_tokens = 400\n`)
    await kb.sync()
    expect(kb.embedder.embedded).toEqual(['Alpha\n\n# Alpha\n\nx', 'Alpha\n\ny'])
    const reader = openIndexReader(kb.paths.index)
    try {
      const chunks = reader.chunksOfDocument(kb.idOf(A))
      expect(chunks.map(({ text, charStart }) => [text, charStart])).toEqual([
        ['# Alpha\n\nx', 0],
        ['y', 12],
      ])
      expect(reader.lexicalSearch('Alpha', {}, 9).map(({ chunkId }) => chunkId)).toEqual([chunks[0]?.chunkId])
    } finally {
      reader.close()
    }
  })

  it('with a prefix too long for the window fails that document alone', async () => {
    const kb = new TestKb({ [A]: `# ${'long '.repeat(60)}\n\nx\n`, [B]: '# Short\n\ny\n' })
    kb.setManifest((text) => `${text}\n[chunking]\nmetadata = "prefix"\nmax_tokens = 490\n`)
    expect(await kb.sync()).toMatchObject({ added: [B], failed: [{ path: A, stage: 'index' }] })
  })
})

describe('the extraction backend', () => {
  it('of an unknown name is refused before the lock, though the KB has no PDF', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    kb.setManifest((text) => `${text}\n[extraction]\nbackend = "pdfbox"\n`)
    expect(await codeOf(() => kb.sync())).toBe('MANIFEST_INVALID')
    expect(kb.exists('.pinakes')).toBe(false)
  })

  it('that is on offer reads its documents, page by page', async () => {
    const kb = new TestKb({ 'docs/x.pdf': '%PDF-1.7\n' })
    kb.setManifest((text) => `${text.replace('"**/*.txt"', '"**/*.pdf"')}\n[extraction]\nbackend = "fake"\n`)
    const text = 'first page\n\nsecond page\n'
    const report = await kb.sync({
      extractors: [
        {
          name: 'fake',
          aliases: [],
          paid: false,
          suffixes: ['.pdf'],
          fingerprintInputs: () => ({ backend: 'fake' }),
          load: async () => ({
            extract: async () => ({
              text,
              pageSpans: [
                [0, 12],
                [12, text.length],
              ] as const,
              perPageProvenance: [],
            }),
          }),
        },
      ],
    })
    expect(report).toMatchObject({ outcome: 'ok', added: ['docs/x.pdf'] })
    expect(kb.row('docs/x.pdf')).toMatchObject({ sourceType: 'pdf', extractionBackend: 'fake', title: 'x' })
    expect(kb.query('SELECT text, page_start, page_end FROM chunks ORDER BY ordinal')).toEqual([
      { text: 'first page', page_start: 1, page_end: 1 },
      { text: 'second page', page_start: 2, page_end: 2 },
    ])
  })
})

describe('derivations', () => {
  it('run after the documents when something changed, and when due', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    const seen: number[] = []
    let due = false
    const derivation: Derivation = {
      isDue: () => due,
      run: async ({ writer }) => {
        seen.push(writer.counts().documents)
      },
    }
    const sync = () => kb.sync({ derivations: [derivation] })
    await sync()
    expect(seen).toEqual([1])
    for (let i = 0; i < 3; i++) await sync()
    expect(seen).toEqual([1])
    due = true
    await sync()
    expect(seen).toEqual([1, 1])
  })
})
