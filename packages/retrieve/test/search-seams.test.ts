import type { Reranker } from '@pinakes/embed'
import { describe, expect, it } from 'vitest'
import { BAG_INFO, bagEmbedder } from './support/bag-embedder.js'
import { channelOf, pathsOf, useKbs } from './support/use-kbs.js'

const { make, open: opened } = useKbs()

const LIBRARY = {
  'docs/pump.md': '# Pump\n\n## Repairs\n\nThe doctor of machines repairs the pump in spring.',
  'docs/ledger.md': '# Ledger\n\nEvery loan is written into the ledger by the clerk.',
  'docs/boats.md': '# Boats\n\nBoats are tarred before winter. The pump empties them.',
}

describe('the reranker', () => {
  /** Prefers short passages. */
  const brief: Reranker = {
    info: () => ({ ...BAG_INFO, model: 'test/brief', revision: 'r1', dim: 0 }),
    score: async (_query, passages) => passages.map((text) => 10 - text.length / 10),
    close: async () => undefined,
  }

  it('reorders all survivors by its raw scores and decides the confidence', async () => {
    const calibrated = 'fitted_for = "test/brief@r1"\nlow_below = -50\nhigh_above = 2'
    const made = await make(LIBRARY)
    made.manifest({ 'retrieval.confidence': calibrated })
    const kb = await opened(made, { embedder: bagEmbedder(), reranker: brief })
    const result = await kb.search('pump the')
    const scores = result.passages.map(({ scores }) => scores.rerank ?? Number.NaN)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(channelOf(result, 'rerank')).toEqual({
      channel: 'rerank',
      ran: true,
      detail: 'bag test/brief@r1',
      model: 'test/brief@r1',
    })
    expect(result.confidence).toBe((scores[0] ?? 0) > 2 ? 'high' : 'medium')
    expect(result.confidenceReason).toContain((scores[0] ?? 0).toFixed(3))
  })

  it('is told what the search knows of each passage, best first', async () => {
    const told: (readonly number[] | undefined)[] = []
    const listening: Reranker = {
      ...brief,
      score: async (_query, passages, relevance) => {
        told.push(relevance)
        return passages.map((_, i) => relevance?.[i] ?? Number.NaN)
      },
    }
    const kb = await opened(await make(LIBRARY), { embedder: bagEmbedder(), reranker: listening })
    const { passages } = await kb.search('pump the')
    expect(passages.length).toBeGreaterThan(1)
    expect(told).toEqual([passages.map(({ scores }) => scores.relevance)])
    expect(passages.map(({ scores }) => scores.rerank)).toEqual(told[0])
  })

  it.each([
    ['too few', () => [1], /gave 1 scores for \d passages/],
    ['no numbers', (count: number) => Array(count).fill(Number.NaN), /no number: NaN/],
  ])('that gives %s is said, and the order stays', async (_, scores, detail) => {
    const made = await make(LIBRARY)
    const plain = await (await opened(made, { embedder: bagEmbedder() })).search('pump the')
    const odd = {
      ...brief,
      score: async (_query: string, passages: readonly string[]) => scores(passages.length),
    }
    const result = await (await opened(made, { embedder: bagEmbedder(), reranker: odd })).search('pump the')
    expect(channelOf(result, 'rerank')).toMatchObject({ ran: false, detail: expect.stringMatching(detail) })
    expect(pathsOf(result)).toEqual(pathsOf(plain))
    expect(result.passages.every(({ scores }) => scores.rerank === null)).toBe(true)
  })

  it('that the manifest names and nobody has is said, and nothing else changes', async () => {
    const plain = await opened(await make(LIBRARY))
    const kb = await opened(await make(LIBRARY, { retrieval: 'rerank = "local"' }))
    const result = await kb.search('pump')
    expect(channelOf(result, 'rerank')).toMatchObject({ ran: false })
    const { detail } = channelOf(result, 'rerank') ?? {}
    expect(detail).not.toBe('')
    expect(result.notices).toEqual([`not reranked: ${detail}`])
    expect(pathsOf(result)).toEqual(pathsOf(await plain.search('pump')))
    expect(result).toMatchObject({ confidence: 'unknown', degraded: null })
  })

  it('that fails leaves the fused order, with the reason', async () => {
    const failing = { ...brief, score: () => Promise.reject(new Error('no memory left')) }
    const kb = await opened(await make(LIBRARY), { embedder: bagEmbedder(), reranker: failing })
    const result = await kb.search('pump')
    expect(channelOf(result, 'rerank')).toEqual({ channel: 'rerank', ran: false, detail: 'no memory left' })
    expect(result.notices).toEqual(['not reranked: no memory left'])
    expect(result.passages.length).toBeGreaterThan(0)
  })
})

describe('the graph channel', () => {
  const expansion = {
    name: 'test graph',
    expand: ({
      roots,
      reader,
    }: {
      roots: readonly number[]
      reader: { chunksOfDocument(id: string): { chunkId: number }[] }
    }) => {
      const [ledger] = reader.chunksOfDocument(LEDGER.id)
      return ledger === undefined || roots.includes(ledger.chunkId)
        ? []
        : [{ chunkId: ledger.chunkId, rank: 1, distance: 2 }]
    },
  }
  const LEDGER = { id: '' }

  it('is one further list, fused with the others, when the manifest turns it on', async () => {
    const made = await make(LIBRARY, { retrieval: 'rerank = "none"\ngraph_channel = "expand"' })
    LEDGER.id = made.ids.get('docs/ledger.md') ?? ''
    const kb = await opened(made, { embedder: bagEmbedder(), expansion })
    const result = await kb.search('repairs')
    expect(channelOf(result, 'graph')).toEqual({ channel: 'graph', ran: true, detail: 'test graph' })
    const ledger = result.passages.find(({ path }) => path === 'docs/ledger.md')
    expect(ledger?.scores).toMatchObject({ graphRank: 1, graphDistance: 2, rrf: 1 / 61 })
  })

  it('is not asked when it is off', async () => {
    const kb = await opened(await make(LIBRARY), {
      embedder: bagEmbedder(),
      expansion: {
        name: 'never',
        expand: () => {
          throw new Error('asked although off')
        },
      },
    })
    expect(channelOf(await kb.search('repairs'), 'graph')).toMatchObject({ ran: false })
  })
})
