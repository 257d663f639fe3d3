import { describe, expect, it } from 'vitest'
import {
  checkEmbeddingCoherence,
  embeddingDifferences,
  extractionKey,
  staleExtractions,
} from '../src/coherence.js'

const wanted = { provider: 'static', model: 'm', dim: 8, revision: null }
const recorded = (changes: Record<string, string | null> = {}) =>
  new Map(
    Object.entries({
      embedding_provider: 'static',
      embedding_model: 'm',
      embedding_dim: '8',
      embedding_revision: '',
      build_state: 'complete',
      ...changes,
    }).filter((entry): entry is [string, string] => entry[1] !== null),
  )
const codeOf = (run: () => unknown) => {
  try {
    run()
    return null
  } catch (error) {
    return error as { code: string; message: string; remedy: string; details: Record<string, unknown> }
  }
}

describe('the embedding gate', () => {
  it('lets the same embedder through', () => {
    expect(() => checkEmbeddingCoherence(recorded(), wanted)).not.toThrow()
    expect(() => checkEmbeddingCoherence(recorded({ embedding_revision: null }), wanted)).not.toThrow()
  })

  it('calls an index with none of the keys, or still building, incomplete: plain sync, no rebuild', () => {
    for (const meta of [new Map<string, string>(), recorded({ build_state: 'building' })]) {
      const error = codeOf(() => checkEmbeddingCoherence(meta, wanted))
      expect(error?.code).toBe('RETRIEVE_INDEX_INCOMPLETE')
      expect(error?.remedy).toContain('pnk sync')
      expect(error?.remedy).not.toContain('--rebuild')
    }
  })

  it('refuses any difference, lists every key with both values in order, and says rebuild', () => {
    const meta = recorded({ embedding_provider: 'fastembed', embedding_dim: '384' })
    const error = codeOf(() => checkEmbeddingCoherence(meta, wanted))
    expect(error?.code).toBe('RETRIEVE_COHERENCE')
    expect(error?.remedy).toContain('pnk sync --rebuild')
    expect(error?.details.differences).toEqual([
      { key: 'embedding_dim', recorded: '384', wanted: '8' },
      { key: 'embedding_provider', recorded: 'fastembed', wanted: 'static' },
    ])
    expect(error?.message).toMatch(/embedding_dim.*384.*8.*embedding_provider.*fastembed.*static/)
  })

  it('refuses when some keys are absent', () => {
    expect(embeddingDifferences(recorded({ embedding_model: null }), wanted)).toEqual([
      { key: 'embedding_model', recorded: null, wanted: 'm' },
    ])
  })

  it('refuses a pinned revision the index does not have, and one the manifest dropped', () => {
    expect(embeddingDifferences(recorded(), { ...wanted, revision: 'abc' })).toEqual([
      { key: 'embedding_revision', recorded: '', wanted: 'abc' },
    ])
    expect(embeddingDifferences(recorded({ embedding_revision: 'abc' }), wanted)).toEqual([
      { key: 'embedding_revision', recorded: 'abc', wanted: '' },
    ])
  })

  it('refuses other weights under the same name, once a model is loaded', () => {
    const meta = recorded({ embedding_fingerprint: 'sha256:old' })
    expect(embeddingDifferences(meta, wanted)).toEqual([])
    expect(embeddingDifferences(meta, { ...wanted, fingerprint: 'sha256:old' })).toEqual([])
    expect(embeddingDifferences(meta, { ...wanted, fingerprint: 'sha256:new' })).toEqual([
      { key: 'embedding_fingerprint', recorded: 'sha256:old', wanted: 'sha256:new' },
    ])
  })
})

describe('an index that no model has written to yet', () => {
  it('takes any weights', () => {
    const meta = recorded({ embedding_fingerprint: '' })
    expect(embeddingDifferences(meta, { ...wanted, fingerprint: 'sha256:new' })).toEqual([])
  })
})

describe('the extraction gate', () => {
  const known = new Map([
    ['free', { paid: false, fingerprint: 'f2' }],
    ['paid', { paid: true, fingerprint: 'p2' }],
  ])
  const group = (backend: string, fingerprint: string, count = 1) => ({
    backend,
    fingerprint,
    paths: Array.from({ length: count }, (_, i) => `docs/${i}.pdf`),
  })

  it('passes current and unknown backends', () => {
    expect(staleExtractions([group('free', 'f2'), group('mystery', 'x')], known)).toEqual(new Set())
  })

  it('refuses when a free backend moved on, with count, both fingerprints and three paths', () => {
    const error = codeOf(() => staleExtractions([group('free', 'f1', 5)], known))
    expect(error?.code).toBe('RETRIEVE_EXTRACTION_COHERENCE')
    for (const part of ['5 documents', 'f1', 'f2', 'docs/0.pdf, docs/1.pdf, docs/2.pdf and 2 more']) {
      expect(error?.message).toContain(part)
    }
    expect(codeOf(() => staleExtractions([group('free', 'f1')], known))?.message).not.toContain('more')
  })

  it('marks and never refuses when a paid backend moved on', () => {
    expect(staleExtractions([group('paid', 'p1', 9)], known)).toEqual(new Set([extractionKey('paid', 'p1')]))
  })
})
