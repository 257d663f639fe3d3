import { describe, expect, it } from 'vitest'
import type { SearchResult } from '../src/contracts.js'
import { bagEmbedder } from './support/bag-embedder.js'
import { KB_ID } from './support/test-kb.js'
import { channelOf, pathsOf, useKbs } from './support/use-kbs.js'

const { make, open: opened } = useKbs()

const LIBRARY = {
  'docs/pump.md': '# Pump\n\n## Repairs\n\nThe doctor of machines repairs the pump in spring.',
  'docs/ledger.md': '# Ledger\n\nEvery loan is written into the ledger by the clerk.',
  'docs/boats.md': '# Boats\n\nBoats are tarred before winter. The pump empties them.',
}

describe('a search', () => {
  it('answers with cited passages, what ran and the build that answered', async () => {
    const kb = await opened(await make(LIBRARY))
    const result = await kb.search('repairs of the pump')
    expect(result).toMatchObject({
      query: 'repairs of the pump',
      kbId: KB_ID,
      buildId: '01JV3M0000000000000000BVJD',
      degraded: null,
      dropped: { perDocument: 0 },
      omitted: [],
    })
    expect(pathsOf(result)[0]).toBe('docs/pump.md')
    expect(result.passages[0]?.citation).toBe('docs/pump.md:0-70 (Pump > Repairs)')
    expect(channelOf(result, 'bm25')).toMatchObject({ ran: true })
    expect(channelOf(result, 'vector')).toEqual({
      channel: 'vector',
      ran: true,
      detail: 'bag test/bag',
      model: 'test/bag',
      tier: 'exact',
    })
    expect(channelOf(result, 'graph')).toMatchObject({ ran: false, detail: expect.stringContaining('off') })
    expect(channelOf(result, 'rerank')).toMatchObject({ ran: false, detail: expect.stringContaining('none') })
    expect(result.notices).toEqual([])
  })

  it('gives every passage its rank and score in each list, and fuses them', async () => {
    const kb = await opened(await make(LIBRARY))
    const { passages, considered, tokensReturned } = await kb.search('pump')
    expect(considered).toBe(passages.length)
    expect(tokensReturned).toBe(passages.reduce((sum, { tokenCount }) => sum + tokenCount, 0))
    for (const { scores } of passages) {
      const ranks = [scores.bm25Rank, scores.vectorRank].filter((rank) => rank !== null)
      expect(scores.rrf).toBeCloseTo(
        ranks.reduce((sum, rank) => sum + 1 / (60 + rank), 0),
        12,
      )
      expect(scores.bm25Rank === null).toBe(scores.bm25Score === null)
      expect(scores.vectorRank === null).toBe(scores.cosine === null)
    }
    expect(passages.map(({ scores }) => scores.bm25Rank)).toContain(1)
    expect(passages.map(({ scores }) => scores.vectorRank)).toContain(1)
  })

  it('finds by meaning what no word of the query names', async () => {
    const kb = await opened(await make(LIBRARY))
    const [first] = (await kb.search('physician')).passages
    expect(first?.path).toBe('docs/pump.md')
    expect(first?.scores).toMatchObject({ bm25Rank: null, vectorRank: 1, coverage: 0 })
  })

  it('orders equal documents by path', async () => {
    const kb = await opened(await make({ 'docs/b.md': 'alpha', 'docs/a.md': 'alpha', 'docs/c.md': 'alpha' }))
    expect(pathsOf(await kb.search('alpha'))).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md'])
  })

  it('puts the document that the query names before those that mention it', async () => {
    const mention = 'The bridge is closed by DEC-0054.'
    const kb = await opened(
      await make({
        'docs/a.md': mention,
        'docs/b.md': mention,
        'docs/decisions/DEC-0054.md':
          '# DEC-0054: the bridge is closed\n\nIt is closed from dusk until dawn by the warden.',
      }),
    )
    expect(pathsOf(await kb.search('DEC-0054'))[0]).toBe('docs/decisions/DEC-0054.md')
  })

  it('says why there is nothing: no such words, filtered away, or an empty index', async () => {
    const kb = await opened(await make(LIBRARY))
    const nothing = await kb.search('***')
    expect(nothing).toMatchObject({ passages: [], confidence: 'unknown', confidenceReason: 'no candidates' })
    expect(await kb.search('pump', { filters: { pathPrefix: 'docs/none' } })).toMatchObject({
      considered: 0,
      confidence: 'unknown',
      confidenceReason: 'nothing matched the filters',
    })
    const empty = await opened(await make({}))
    expect(await empty.search('pump')).toMatchObject({ confidenceReason: 'the index holds no passages' })
  })

  it('is stopped by its signal', async () => {
    const kb = await opened(await make(LIBRARY))
    await expect(kb.search('pump', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    )
    const controller = new AbortController()
    const search = kb.search('pump', {
      signal: controller.signal,
      onStep: (step) => step === 'rerank' && controller.abort(new Error('late')),
    })
    await expect(search).rejects.toThrow('late')
  })

  it('tells its steps in order', async () => {
    const kb = await opened(await make(LIBRARY))
    const steps: string[] = []
    await kb.search('pump', { onStep: (step) => steps.push(step) })
    expect(steps).toEqual(['models', 'candidates', 'rerank'])
  })

  it('reads no query as syntax', async () => {
    const kb = await opened(await make(LIBRARY))
    const queries = [
      "don't panic",
      'a/b',
      'GB/s',
      'ubuntu 20.04',
      'x, y',
      'state-of-the-art',
      'status: done',
      '"unbalanced',
      'C++',
      'f(x',
      '^',
      '*',
      'blah=',
      'AND',
      'a OR',
      'NEAR(a b)',
      '{}',
      ';--',
      'text : pump',
      '\0',
      '\ud800',
      'pump*',
      '%',
      '-pump',
    ]
    for (const query of queries) {
      const result = await kb.search(query)
      expect(channelOf(result, 'bm25')?.ran, query).toBe(true)
    }
    for (const query of ['"pump', 'pump*', 'pump AND', 'NEAR(pump', '(pump', '-pump', 'text:pump']) {
      expect(pathsOf(await kb.search(query)), query).toContain('docs/pump.md')
    }
  })

  it('gives the same answer every time, and after a rebuild in another order', async () => {
    const view = (result: SearchResult) =>
      result.passages.map(({ path, charStart, scores }) => [path, charStart, scores])
    const one = await opened(await make(LIBRARY))
    const backwards = Object.fromEntries(Object.entries(LIBRARY).reverse())
    const two = await opened(await make(backwards))
    for (const query of ['pump', 'the', 'doctor clerk', 'winter']) {
      const first = view(await one.search(query))
      expect(view(await one.search(query))).toEqual(first)
      expect(view(await two.search(query))).toEqual(first)
    }
  })
})

describe('entities and concepts', () => {
  it('add a phrase list and a vector list', async () => {
    const kb = await opened(
      await make({
        'docs/a.md': 'Ada Lovelace wrote',
        'docs/b.md': 'Lovelace and Ada',
        'docs/c.md': 'an automobile',
      }),
    )
    const plain = await kb.search('wrote')
    const named = await kb.search('wrote', { entities: ['Ada Lovelace'] })
    expect(named.passages[0]?.scores.rrf).toBeCloseTo((plain.passages[0]?.scores.rrf ?? 0) + 1 / 61, 12)
    expect(pathsOf(named)).not.toContain('docs/b.md')
    expect(pathsOf(plain)).not.toContain('docs/c.md')
    expect(pathsOf(await kb.search('wrote', { concepts: ['car'] }))).toContain('docs/c.md')
  })

  it('change nothing when they are empty', async () => {
    const kb = await opened(await make(LIBRARY))
    expect(await kb.search('pump', { entities: [], concepts: [] })).toEqual(await kb.search('pump'))
  })
})

describe('a missing embedder', () => {
  it('leaves keyword search, with a clear flag in the answer', async () => {
    const made = await make(LIBRARY)
    const kb = await opened(made, {})
    const result = await kb.search('pump')
    expect(result.degraded).toMatch(/^keyword only: .*bag/)
    expect(channelOf(result, 'vector')).toMatchObject({ ran: false, detail: expect.stringContaining('bag') })
    expect(pathsOf(result).sort()).toEqual(['docs/boats.md', 'docs/pump.md'])
    for (const { scores } of result.passages) expect(scores).toMatchObject({ vectorRank: null, cosine: null })
  })

  it('is flagged too when it fails on the query', async () => {
    const broken = { ...bagEmbedder(), embed: () => Promise.reject(new Error('out of memory')) }
    const kb = await opened(await make(LIBRARY), { embedder: broken })
    expect(await kb.search('pump')).toMatchObject({ degraded: 'keyword only: out of memory' })
  })
})
