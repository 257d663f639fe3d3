import { describe, expect, it } from 'vitest'
import type { ChannelReport, Passage, SearchOptions, SearchResult } from '../../src/contracts.js'
import type { Question } from '../../src/eval/contracts.js'
import { measureQuestions } from '../../src/eval/measure.js'

interface Answer {
  readonly paths: readonly string[]
  readonly score?: number
  readonly channels?: readonly ChannelReport[]
}

const RAN: readonly ChannelReport[] = [
  { channel: 'vector', ran: true, detail: 'bag', model: 'bag' },
  { channel: 'rerank', ran: true, detail: 'bag r@1', model: 'r@1' },
]

/** A KB that answers by a table, and what it was asked. */
function answering(answers: Readonly<Record<string, Answer>>) {
  const asked: { query: string; options: SearchOptions | undefined }[] = []
  const search = async (query: string, options?: SearchOptions): Promise<SearchResult> => {
    asked.push({ query, options })
    const { paths, score = null, channels = RAN } = answers[query] ?? { paths: [] }
    const passages = paths.map((path) => ({ path, scores: { rerank: score } }) as unknown as Passage)
    return { passages, channels, confidence: 'medium' } as unknown as SearchResult
  }
  return { asked, search }
}

function question(fields: Partial<Question>): Question {
  return { id: 'q', question: 'ask', kind: 'lexical', expect: ['a'], filters: {}, hops: [], ...fields }
}
const SETTINGS = { k: 3, reranks: true }

describe('measuring a question', () => {
  it('ranks distinct documents, and takes the score of the first passage', async () => {
    const kb = answering({ ask: { paths: ['x', 'x', 'a', 'y'], score: 0.5 } })
    const { questions, reranker } = await measureQuestions(kb, [question({})], SETTINGS)
    expect(questions[0]).toMatchObject({
      hit: true,
      hitRank: 2,
      retrieved: ['x', 'a', 'y'],
      score: 0.5,
      confidence: 'medium',
      missedHops: [],
    })
    expect(questions[0]?.ndcg).toBeCloseTo(1 / Math.log2(3), 12)
    expect(reranker).toBe('r@1')
    expect(kb.asked).toEqual([{ query: 'ask', options: { k: 3, filters: {} } }])
  })

  it('compares paths exactly', async () => {
    const kb = answering({ ask: { paths: ['docs/release-a', 'A'] } })
    const { questions } = await measureQuestions(kb, [question({})], SETTINGS)
    expect(questions[0]).toMatchObject({ hit: false, hitRank: null, ndcg: 0 })
  })

  const hops = [
    { query: 'one', expect: 'a' },
    { query: 'two', expect: 'b' },
  ]
  const scripted = question({ kind: 'multi-hop', expect: ['a', 'b'], hops, filters: { tags: ['t'] } })

  it('asks each hop by its query, and filters the last alone', async () => {
    const kb = answering({ one: { paths: ['a'] }, two: { paths: ['a', 'b'] } })
    const { questions } = await measureQuestions(kb, [scripted], SETTINGS)
    expect(questions[0]).toMatchObject({ hit: true, hitRank: 1, ndcg: 1 / Math.log2(3) })
    expect(kb.asked.map(({ query, options }) => [query, options?.filters])).toEqual([
      ['one', {}],
      ['two', { tags: ['t'] }],
    ])
  })

  it('misses when any hop does, but keeps the rank', async () => {
    const first = answering({ one: { paths: ['b'] }, two: { paths: ['b'] } })
    const last = answering({ one: { paths: ['a'] }, two: { paths: ['a'] } })
    expect((await measureQuestions(first, [scripted], SETTINGS)).questions[0]).toMatchObject({
      hit: false,
      hitRank: 1,
      missedHops: ['a'],
    })
    expect((await measureQuestions(last, [scripted], SETTINGS)).questions[0]).toMatchObject({
      hit: false,
      hitRank: 1,
      missedHops: ['b'],
    })
  })

  it.each(['vector', 'rerank'] as const)('is refused when %s did not run', async (missing) => {
    const channels = RAN.map((report) =>
      report.channel === missing ? { channel: missing, ran: false, detail: 'no weights' } : report,
    )
    const kb = answering({ ask: { paths: ['a'], channels } })
    await expect(measureQuestions(kb, [question({})], SETTINGS)).rejects.toMatchObject({
      code: 'RETRIEVE_EVAL_DEGRADED',
      message: expect.stringContaining(`The ${missing} channel did not run`),
    })
  })

  it('does without a reranker where none is asked for, and without passages', async () => {
    const idle = [RAN[0], { channel: 'rerank', ran: false, detail: 'off' }] as ChannelReport[]
    const kb = answering({ ask: { paths: ['a'], channels: idle }, none: { paths: [], channels: idle } })
    const off = await measureQuestions(kb, [question({})], { k: 3, reranks: false })
    expect(off.reranker).toBeNull()
    const nothing = await measureQuestions(kb, [question({ question: 'none' })], SETTINGS)
    expect(nothing.questions[0]).toMatchObject({ hit: false, score: null })
  })

  it('says how far it is', async () => {
    const seen: string[] = []
    const onQuestion = (done: number, total: number, id: string) => seen.push(`${done}/${total} ${id}`)
    const two = [question({ id: 'a' }), question({ id: 'b' })]
    await measureQuestions(answering({}), two, { ...SETTINGS, onQuestion })
    expect(seen).toEqual(['0/2 a', '1/2 b'])
  })
})
