import type { Kb, SearchResult } from '@pinakes/retrieve'
import { describe, expect, it } from 'vitest'
import { evaluate, summarise } from '../evaluate.js'
import { readOptions } from '../options.js'
import { bestFirst, searchSystem } from '../systems.js'
import { renderTable } from '../table.js'
import type { Collection } from '../trec.js'

const collection: Collection = {
  name: 'tiny',
  docsDir: '',
  files: [],
  queries: [
    { id: 'q1', text: 'one' },
    { id: 'q2', text: 'two' },
  ],
  qrels: new Map([
    ['q1', new Map([['a', 1]])],
    ['q2', new Map([['b', 1]])],
  ]),
}
const system = (name: string, answers: Record<string, string[]>) => ({
  name,
  rank: async (query: string) => answers[query] ?? [],
})

describe('an evaluation', () => {
  it('counts a document at the place of its best chunk', () => {
    expect(bestFirst(['docs/b.txt', 'docs/a.txt', 'docs/b.txt'])).toEqual(['b', 'a'])
  })

  it('averages over queries and compares pairwise with the baseline', async () => {
    const base = await evaluate(system('bm25', { one: ['x', 'a'], two: ['x', 'b'] }), collection)
    const better = await evaluate(system('better', { one: ['a'], two: ['b'] }), collection)
    const rows = summarise([base, better], 'bm25')
    expect(rows[0]).toMatchObject({ system: 'bm25', means: { mrr10: 0.5, recall10: 1 }, intervals: null })
    expect(rows[1]?.intervals?.mrr10).toEqual({ difference: 0.5, low: 0.5, high: 0.5 })
    expect(() => summarise([better], 'bm25')).toThrow(/baseline/)
  })

  it('prints a table that stars what differs beyond chance', async () => {
    const base = await evaluate(system('bm25', { one: ['x', 'a'], two: ['x', 'b'] }), collection)
    const better = await evaluate(system('better', { one: ['a'], two: ['b'] }), collection)
    const lines = renderTable('tiny', summarise([base, better], 'bm25')).split('\n')
    expect(lines[0]).toBe('### tiny')
    expect(lines).toContain('| system | nDCG@10 | MRR@10 | recall@10 | recall@100 |')
    expect(lines.at(-2)).toBe('| bm25 | .631 | .500 | 1.000 | 1.000 |')
    expect(lines.at(-1)).toBe(
      '| better | 1.000 [+.369, +.369]* | 1.000 [+.500, +.500]* | 1.000 [+.000, +.000] | 1.000 [+.000, +.000] |',
    )
  })
})

describe('the command line', () => {
  it('has defaults', () => {
    expect(readOptions(['some/dir'])).toEqual({
      collections: ['some/dir'],
      embedders: [{ provider: 'static', model: 'pinakes/static-en', dim: 256, revision: null }],
      reranker: null,
      work: null,
      depth: 200,
      maxTokens: null,
      json: false,
    })
  })

  it('takes a model of eight-bit weights, with a revision or without', () => {
    const args = [
      '--embedder',
      'onnx:a/b:int8:384',
      '--embedder',
      'onnx:a/b:int8:384:v1',
      '--rerank',
      'onnx:a/r:int8',
      'x',
    ]
    const { embedders, reranker } = readOptions(args)
    expect(embedders).toEqual([
      { provider: 'onnx', model: 'a/b:int8', dim: 384, revision: null },
      { provider: 'onnx', model: 'a/b:int8', dim: 384, revision: 'v1' },
    ])
    expect(reranker).toEqual({ provider: 'onnx', model: 'a/r:int8', dim: 0, revision: null })
  })

  it('takes several embedders and a reranker', () => {
    const options = readOptions([
      '--embedder',
      'onnx:a/b:384:v1',
      '--embedder',
      'static:m:8',
      '--rerank',
      'onnx:r/r',
      'd',
    ])
    expect(options.embedders).toEqual([
      { provider: 'onnx', model: 'a/b', dim: 384, revision: 'v1' },
      { provider: 'static', model: 'm', dim: 8, revision: null },
    ])
    expect(options.reranker).toEqual({ provider: 'onnx', model: 'r/r', dim: 0, revision: null })
  })

  it.each([[[]], [['--embedder', 'static', 'd']], [['--rerank', 'x', 'd']], [['--depth', '50', 'd']]])(
    'refuses %j',
    (args) => {
      expect(() => readOptions(args)).toThrow()
    },
  )
})

describe('a search that is measured', () => {
  const answering = (ran: boolean): Kb => ({
    root: '',
    id: '',
    name: '',
    search: async () =>
      ({
        passages: [{ path: 'docs/a.txt' }, { path: 'docs/b.txt' }, { path: 'docs/a.txt' }],
        channels: [{ channel: 'vector', ran, detail: 'no model' }],
      }) as unknown as SearchResult,
    get: () => Promise.reject(new Error('not asked')),
    list: () => Promise.reject(new Error('not asked')),
    counts: () => Promise.reject(new Error('not asked')),
    links: () => Promise.reject(new Error('not asked')),
    close: async () => undefined,
  })

  it('gives documents, and fails rather than report figures of another system', async () => {
    expect(await searchSystem('x', answering(true), ['vector']).rank('q')).toEqual(['a', 'b'])
    expect(await searchSystem('x', answering(false), []).rank('q')).toEqual(['a', 'b'])
    await expect(searchSystem('x', answering(false), ['vector']).rank('q')).rejects.toThrow(
      /vector did not run: no model/,
    )
  })
})
