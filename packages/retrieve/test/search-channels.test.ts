import { ProviderRegistry } from '@pinakes/embed'
import { describe, expect, it } from 'vitest'
import type { ExpansionChannel, PassageScores } from '../src/contracts.js'
import { bagEmbedder } from './support/bag-embedder.js'
import { channelOf, useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()

const LIBRARY = {
  'docs/ada.md': 'Ada Lovelace wrote the notes',
  'docs/car.md': 'An automobile stands in the yard',
  'docs/ship.md': 'The ship wrote off its mast',
}

/** Finds every chunk, in the order of the roots. */
const echo: ExpansionChannel = {
  name: 'echo',
  expand: ({ roots }) => roots.map((chunkId, i) => ({ chunkId, rank: i + 1, distance: i })),
}

const ranksOf = (scores: PassageScores) =>
  [scores.bm25Rank, scores.vectorRank, scores.graphRank, scores.entitiesRank, scores.conceptsRank].filter(
    (rank) => rank !== null,
  )

describe('the breakdown of a score', () => {
  it('names the rank in each of five lists, and fusion is their reciprocal sum', async () => {
    const kb = await make(LIBRARY, { retrieval: 'rerank = "none"\ngraph_channel = "expand"' })
    const view = await open(kb, { embedder: bagEmbedder(), expansion: echo })
    const { passages } = await view.search('wrote', { entities: ['Ada Lovelace'], concepts: ['car'] })
    for (const { scores } of passages) {
      const sum = ranksOf(scores).reduce((total, rank) => total + 1 / (60 + rank), 0)
      expect(scores.rrf).toBeCloseTo(sum, 12)
    }
    const byPath = new Map(passages.map(({ path, scores }) => [path, scores]))
    expect(byPath.get('docs/ada.md')).toMatchObject({ entitiesRank: 1, bm25Rank: expect.any(Number) })
    expect(byPath.get('docs/car.md')).toMatchObject({ conceptsRank: 1, bm25Rank: null, entitiesRank: null })
    expect([...byPath.values()].every(({ graphRank }) => graphRank !== null)).toBe(true)
  })
})

describe('what an answer says of its channels', () => {
  it('names entities and concepts where they were asked for, and not otherwise', async () => {
    const view = await open(await make(LIBRARY))
    const plain = await view.search('wrote')
    expect(plain.channels.map(({ channel }) => channel)).toEqual(['bm25', 'vector', 'graph', 'rerank'])
    const asked = await view.search('wrote', { entities: ['Ada'], concepts: ['car'] })
    expect(channelOf(asked, 'entities')).toMatchObject({ ran: true, detail: 'BM25 (SQLite FTS5)' })
    expect(channelOf(asked, 'concepts')).toMatchObject({ ran: true, model: 'test/bag' })
  })

  it('says that concepts were not looked for when there is no embedder', async () => {
    const view = await open(await make(LIBRARY), { providers: new ProviderRegistry() })
    const result = await view.search('wrote', { concepts: ['car'] })
    expect(result.degraded).toMatch(/^keyword only: /)
    expect(channelOf(result, 'concepts')).toMatchObject({
      ran: false,
      detail: expect.stringContaining('bag'),
    })
    expect(result.passages.map(({ path }) => path)).not.toContain('docs/car.md')
  })
})
