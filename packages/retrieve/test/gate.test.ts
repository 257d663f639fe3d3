import { rmSync, writeFileSync } from 'node:fs'
import { ProviderRegistry } from '@pinakes/embed'
import { type ExtractorEntry, ExtractorRegistry } from '@pinakes/extract-free'
import { kbPaths } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { openKb } from '../src/open-kb.js'
import { BAG_INFO, bagEmbedder } from './support/bag-embedder.js'
import { useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()
const code = (name: string) => expect.objectContaining({ code: name })
const providers = (...infos: Parameters<typeof bagEmbedder>) =>
  new ProviderRegistry([{ name: 'bag', aliases: ['sack'], loadEmbedder: async () => bagEmbedder(...infos) }])

describe('the coherence gate', () => {
  it('lets the manifest name the provider by another of its names', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    kb.manifest({ embedding: 'provider = "sack"\nmodel = "test/bag"\ndim = 64' })
    const view = await open(kb, { providers: providers() })
    expect((await view.search('pump')).degraded).toBeNull()
  })

  it.each([
    ['provider', 'provider = "other"\nmodel = "test/bag"\ndim = 64'],
    ['model', 'provider = "bag"\nmodel = "test/sack"\ndim = 64'],
    ['dim', 'provider = "bag"\nmodel = "test/bag"\ndim = 32'],
    ['revision', 'provider = "bag"\nmodel = "test/bag"\ndim = 64\nrevision = "abc"'],
  ])('refuses an index of another %s, with or without a model at hand', async (key, embedding) => {
    const kb = await make({ 'docs/a.md': 'pump' })
    kb.manifest({ embedding })
    for (const options of [{}, { providers: providers() }]) {
      const view = await open(kb, options)
      const refusal = await view.search('pump').catch((error: unknown) => error)
      expect(refusal).toMatchObject({
        code: 'RETRIEVE_COHERENCE',
        remedy: expect.stringContaining('pnk sync --rebuild'),
        details: { differences: [expect.objectContaining({ key: `embedding_${key}` })] },
      })
    }
  })

  it('refuses other weights under the same name', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    const view = await open(kb, { providers: providers({ fingerprint: 'bag-2' }) })
    await expect(view.search('pump')).rejects.toMatchObject({
      code: 'RETRIEVE_COHERENCE',
      details: { differences: [{ key: 'embedding_fingerprint', recorded: 'bag-1', wanted: 'bag-2' }] },
    })
  })

  it('compares an embedder that was handed in, not the manifest', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    const view = await open(kb, { embedder: bagEmbedder({ model: 'test/other' }) })
    await expect(view.search('pump')).rejects.toThrow(code('RETRIEVE_COHERENCE'))
  })

  it('calls an unfinished first sync incomplete', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    kb.write((writer) => writer.setMeta({ build_state: 'building' }))
    const view = await open(kb)
    await expect(view.search('pump')).rejects.toMatchObject({
      code: 'RETRIEVE_INDEX_INCOMPLETE',
      remedy: expect.not.stringContaining('--rebuild'),
    })
  })

  it('runs before every query: a swap between two is noticed', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    const view = await open(kb)
    expect((await view.search('pump')).passages).toHaveLength(1)
    kb.write((writer) => writer.setMeta({ embedding_model: 'test/new' }))
    await expect(view.search('pump')).rejects.toThrow(code('RETRIEVE_COHERENCE'))
    kb.write((writer) => writer.setMeta({ embedding_model: BAG_INFO.model }))
    await kb.put({ 'docs/b.md': { text: 'a second pump' } })
    expect((await view.search('pump')).passages).toHaveLength(2)
  })

  it('lets an index through that was chunked with other settings', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    kb.write((writer) => writer.setMeta({ chunking_max_tokens: '9', chunking_headings: 'numbered' }))
    expect((await (await open(kb)).search('pump')).passages).toHaveLength(1)
  })

  it('does not stand between a reader and a document', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    kb.write((writer) => writer.setMeta({ embedding_model: 'test/new' }))
    const view = await open(kb)
    expect((await view.get('docs/a.md')).text).toBe('pump')
    expect(await view.list()).toHaveLength(1)
  })
})

describe('extraction fingerprints', () => {
  const backend = (name: string, paid: boolean): ExtractorEntry => ({
    name,
    aliases: [],
    paid,
    suffixes: ['.pdf'],
    fingerprintInputs: (model) => ({ version: '2', model: model ?? '' }),
    load: () => Promise.reject(new Error('nothing is extracted by a search')),
  })
  const extractors = new ExtractorRegistry([backend('pypdfium2', false), backend('claude-vision', true)])
  const document = (name: string, fingerprint: string) => ({
    text: 'pump on paper',
    sourceType: 'pdf' as const,
    extraction: { backend: name, fingerprint },
  })

  it('refuse the query when a free backend has moved on', async () => {
    const kb = await make({ 'docs/a.pdf': document('pypdfium2', 'old') })
    const view = await open(kb, { embedder: bagEmbedder(), extractors })
    await expect(view.search('pump')).rejects.toMatchObject({
      code: 'RETRIEVE_EXTRACTION_COHERENCE',
      message: expect.stringContaining('docs/a.pdf'),
    })
  })

  it('mark the passages, and only those, when a paid backend has moved on', async () => {
    const kb = await make({ 'docs/a.pdf': document('claude-vision', 'old'), 'docs/b.md': 'another pump' })
    const view = await open(kb, { embedder: bagEmbedder(), extractors })
    const { passages } = await view.search('pump')
    expect(new Map(passages.map(({ path, staleExtraction }) => [path, staleExtraction]))).toEqual(
      new Map([
        ['docs/a.pdf', 'old'],
        ['docs/b.md', null],
      ]),
    )
    expect((await view.get('docs/a.pdf')).staleExtraction).toBe('old')
  })

  it('pass when they are current, and for backends that are not known', async () => {
    const current = extractors.fingerprint('pypdfium2', 'claude-opus-5')
    const kb = await make({
      'docs/a.pdf': document('pypdfium2', current),
      'docs/b.pdf': document('strange-backend', 'x'),
    })
    const view = await open(kb, { embedder: bagEmbedder(), extractors })
    const { passages } = await view.search('pump')
    expect(passages.map(({ staleExtraction }) => staleExtraction)).toEqual([null, null])
  })
})

describe('opening', () => {
  it('finds the root from anywhere inside, and knows id and name', async () => {
    const kb = await make({ 'docs/deep/a.md': 'pump' })
    const view = await openKb(`${kb.root}/docs/deep`)
    expect(view).toMatchObject({ root: kb.root, name: 'test', id: '01JV3K2H8M5Q9T1X4Z7B0D3F6G' })
    await view.close()
  })

  it('opens without an index, and then names the command that makes one', async () => {
    const kb = await make({})
    rmSync(kbPaths(kb.root).stateDir, { recursive: true })
    const view = await open(kb)
    await expect(view.search('pump')).rejects.toMatchObject({
      code: 'INDEX_MISSING',
      remedy: expect.stringContaining('pnk sync'),
    })
    await expect(view.search('')).rejects.toThrow(code('RETRIEVE_QUERY_EMPTY'))
  })

  it('refuses what is no index, and recovers when one appears', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    const { index } = kbPaths(kb.root)
    const view = await open(kb)
    rmSync(index)
    writeFileSync(index, 'no database')
    await expect(view.search('pump')).rejects.toMatchObject({ code: 'INDEX_NOT_A_DATABASE' })
  })

  it('refuses a broken manifest', async () => {
    const kb = await make({})
    writeFileSync(kbPaths(kb.root).manifest, '[kb]\nname = 3\n')
    await expect(openKb(kb.root)).rejects.toMatchObject({ code: expect.stringMatching(/^MANIFEST_/) })
  })

  it('refuses every call after close, and may be closed twice', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    const view = await open(kb)
    await view.search('pump')
    await view.close()
    await view.close()
    for (const call of [view.search('pump'), view.get('docs/a.md'), view.list()]) {
      await expect(call).rejects.toThrow(code('RETRIEVE_CLOSED'))
    }
  })
})
