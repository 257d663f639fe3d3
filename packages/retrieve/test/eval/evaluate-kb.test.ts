import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reranker } from '@pinakes/embed'
import { describe, expect, it } from 'vitest'
import { compareStored, type Evaluation, evaluateKb } from '../../src/eval/evaluate-kb.js'
import { evaluationPayload } from '../../src/eval/payload.js'
import { readStored } from '../../src/eval/stored-files.js'
import { writeStored } from '../../src/eval/write-stored.js'
import { BAG_INFO, bagEmbedder } from '../support/bag-embedder.js'
import type { TestKb } from '../support/test-kb.js'
import { useKbs } from '../support/use-kbs.js'

const { make, open } = useKbs()

const LIBRARY = {
  'docs/pump.md': { text: 'The doctor of machines repairs the pump in spring.', tags: ['water'] },
  'docs/ledger.md': 'Every loan is written into the ledger by the clerk.',
  'docs/boats.md': 'Boats are tarred before winter. The pump empties them.',
}
const QUESTIONS = `questions:
  - {id: b, question: who repairs the pump, kind: lexical, expect: [docs/pump.md]}
  - {id: a, question: loans of the clerk, kind: filter, expect: [docs/ledger.md], filters: {tags: [water]}}
  - {id: c, question: Übersee boats, kind: paraphrase, expect: [docs/boats.md, docs/typo.md]}
  - {id: d, question: where is the airport, kind: no-answer}
`
const CHUNKING = { chunking: 'max_tokens = 60\noverlap = 0' }

async function library(questions = QUESTIONS): Promise<TestKb> {
  const kb = await make(LIBRARY)
  kb.manifest(CHUNKING)
  mkdirSync(join(kb.root, 'eval'))
  writeFileSync(join(kb.root, 'eval/questions.yaml'), questions)
  return kb
}

async function evaluated(made: TestKb, reranker?: Reranker): Promise<Evaluation> {
  const options = { embedder: bagEmbedder(), ...(reranker === undefined ? {} : { reranker }) }
  const evaluation = await evaluateKb(await open(made, options))
  if (evaluation === null) throw new Error('the golden set is empty')
  return evaluation
}

const storable = ({ header, summary, ndcg, questions }: Evaluation) => ({
  header,
  summary,
  ndcg,
  outcomes: questions,
})
const stored = (kb: TestKb, name: string) => readFileSync(join(kb.root, 'eval', name), 'utf8')

describe('evaluating a KB', () => {
  it('asks its golden set with the filters, and names what is not indexed', async () => {
    const { summary, header, questions, notices, calibration, kinds } = await evaluated(await library())
    expect(questions.map(({ id, hit }) => [id, hit])).toEqual([
      ['b', true],
      ['a', false],
      ['c', true],
      ['d', false],
    ])
    expect(summary).toMatchObject({ questions: 4, recallAtK: 0.6667, confidenceCoverage: 0 })
    expect(kinds.map(({ kind, recall, mrr }) => [kind, recall, mrr])).toEqual([
      ['lexical', 1, 1],
      ['paraphrase', 1, 1],
      ['filter', 0, 0],
      ['no-answer', 1, null],
    ])
    expect(header).toMatchObject({ schema: 1, k: 5, rerank: null, embedding: { model: 'test/bag' } })
    expect(header.retrieval).toMatchObject({ vector_tier: 'auto', vector_tier_resolved: 'numpy' })
    expect(notices).toEqual(['c expects docs/typo.md, which is not indexed'])
    expect(calibration).toBeNull()
  })

  it('is nothing for an empty set', async () => {
    expect(await evaluateKb(await open(await library('questions: []\n')))).toBeNull()
  })

  it('is refused for an index that was chunked otherwise', async () => {
    const made = await library()
    made.manifest({})
    await expect(evaluated(made)).rejects.toMatchObject({
      code: 'RETRIEVE_EVAL_DRIFT',
      message: expect.stringContaining('chunking_max_tokens: 60 -> 510'),
    })
  })

  it('is calibrated with a reranker and 20 no-answer questions', async () => {
    const absent = Array.from({ length: 20 }, (_, i) => `  - {question: pump ${i}, kind: no-answer}\n`)
    const reranker: Reranker = {
      info: () => ({ ...BAG_INFO, model: 'test/r', dim: 0 }),
      score: async (query, passages) => passages.map((_, i) => query.length - i),
      close: async () => undefined,
    }
    const evaluation = await evaluated(await library(QUESTIONS + absent.join('')), reranker)
    expect(evaluation.reranker).toBe('test/r')
    expect(evaluation.calibration?.fits[0]?.leftOut).not.toBeNull()
    const payload = evaluationPayload(evaluation, null)
    expect(payload).toMatchObject({ reranker: 'test/r', comparison: null, leave_one_out: { bounded: {} } })
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
  })
})

describe('the header', () => {
  const graph = { channel: 'expand', drop: ['authored', 'authored'], linkDistance: false } as const

  it('tells of the graph channel that was measured, and of how', async () => {
    const made = await library()
    const view = await open(made, { embedder: bagEmbedder(), graph })
    expect((await evaluateKb(view, { graph }))?.header).toMatchObject({
      graph_channel: 'expand',
      edge_kinds: expect.not.arrayContaining(['authored']),
      dropped: ['authored'],
      ranking: { link_distance: false, in_degree_salience: false },
    })
  })

  it('names no kind of edges while the channel is off', async () => {
    expect((await evaluated(await library())).header).toMatchObject({
      graph_channel: 'off',
      edge_kinds: [],
      dropped: [],
      ranking: { link_distance: true, in_degree_salience: false },
    })
  })
})

describe('a baseline', () => {
  it('is written in the format of the KB, read back, and equal to the run that wrote it', async () => {
    const made = await library()
    const evaluation = await evaluated(made)
    expect(compareStored(made.root, evaluation)).toBeNull()
    await writeStored(made.root, storable(evaluation))
    expect(JSON.parse(stored(made, 'baseline.json'))).toEqual({
      questions: 4,
      recall_at_k: 0.6667,
      mrr: 0.6667,
      rerank_precision: 0.6667,
      false_abstain: 0,
      false_confidence: 0,
      confidence_coverage: 0,
      abstained: 0,
      ndcg_at_k: evaluation.ndcg,
      by_kind: { lexical: 1, paraphrase: 1, filter: 0, 'no-answer': 1 },
    })
    const outcomes = JSON.parse(stored(made, 'outcomes.json'))
    expect(Object.keys(outcomes)).toEqual([
      'schema',
      'k',
      'graph_channel',
      'edge_kinds',
      'dropped',
      'ranking',
      'chunking',
      'embedding',
      'rerank',
      'retrieval',
      'questions',
    ])
    expect(outcomes.questions.map(({ id }: { id: string }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(outcomes.questions[1]).toEqual({
      id: 'b',
      kind: 'lexical',
      hit: true,
      hit_rank: 1,
      confidence: 'unknown',
    })
    expect(stored(made, 'outcomes.json')).toMatch(/^\{\n {2}"schema": 1,[\s\S]*\}\n$/)
    expect(compareStored(made.root, evaluation)).toMatchObject({
      regressions: [],
      settings: [],
      paired: { paired: 3, better: [], worse: [], signTestP: 1 },
    })
    expect(readdirSync(join(made.root, 'eval')).sort()).toEqual([
      'baseline.json',
      'outcomes.json',
      'questions.yaml',
    ])
  })

  it('shows what got worse, and which settings changed', async () => {
    const made = await library()
    const evaluation = await evaluated(made)
    await writeStored(made.root, storable(evaluation))
    made.manifest({ ...CHUNKING, retrieval: 'rerank = "none"\nfusion_top_k = 19' })
    writeFileSync(
      join(made.root, 'eval/questions.yaml'),
      QUESTIONS.replace('[docs/pump.md]', '[docs/ledger.md]'),
    )
    const comparison = compareStored(made.root, await evaluated(made))
    expect(comparison?.regressions.map(({ figure }) => figure)).toContain('mrr')
    expect(comparison?.paired?.worse).toEqual(['b'])
    expect(comparison?.settings).toEqual(['retrieval.fusion_top_k: 20 -> 19'])
  })

  it('escapes what is not ASCII', async () => {
    const made = await library(QUESTIONS.replace('id: c', 'id: "ü𝄞"'))
    await writeStored(made.root, storable(await evaluated(made)))
    expect(stored(made, 'outcomes.json')).toContain('"\\u00fc\\ud834\\udd1e"')
    expect(readStored(made.root).outcomes?.outcomes.at(-1)?.id).toBe('ü𝄞')
  })

  it.each(['baseline.json', 'outcomes.json'])(
    'writes both files or neither: a folder at %s',
    async (name) => {
      const made = await library()
      const evaluation = await evaluated(made)
      mkdirSync(join(made.root, 'eval', name))
      await expect(writeStored(made.root, storable(evaluation))).rejects.toMatchObject({
        code: 'RETRIEVE_BASELINE_INVALID',
        remedy: expect.stringMatching(/writable.*move away.*again/),
      })
      expect(readdirSync(join(made.root, 'eval')).sort()).toEqual([name, 'questions.yaml'].sort())
    },
  )

  it('may be an older one: keys may be missing, a row may not lack what every figure needs', async () => {
    const made = await library()
    const evaluation = await evaluated(made)
    const put = (name: string, text: string) => writeFileSync(join(made.root, 'eval', name), text)
    put('baseline.json', '{"questions": 4, "recall_at_k": 0.5, "note": "kept"}')
    expect(compareStored(made.root, evaluation)).toMatchObject({ regressions: [], paired: null })
    put('outcomes.json', '{"questions": [{"id": "b", "kind": "lexical", "hit": false, "confidence": "low"}]}')
    expect(compareStored(made.root, evaluation)?.paired).toMatchObject({ paired: 1, better: ['b'] })
  })

  it.each([
    ['baseline.json', '{'],
    ['baseline.json', '[]'],
    ['baseline.json', '{"questions": "4"}'],
    ['baseline.json', '{"questions": 4, "mrr": null}'],
    ['baseline.json', '{"questions": 4, "by_kind": {"lexical": "1"}}'],
    ['outcomes.json', '{}'],
    ['outcomes.json', '{"questions": [{"kind": "lexical", "hit": true, "confidence": "low"}]}'],
    ['outcomes.json', '{"questions": [{"id": "a", "kind": "easy", "hit": true, "confidence": "low"}]}'],
    ['outcomes.json', '{"questions": [{"id": "a", "kind": "lexical", "confidence": "low"}]}'],
    ['outcomes.json', '{"questions": [{"id": "a", "kind": "lexical", "hit": true}]}'],
    [
      'outcomes.json',
      '{"questions": [{"id": "a", "kind": "lexical", "hit": true, "confidence": "low", "hit_rank": 0}]}',
    ],
  ])('is refused when %s holds %s', async (name, text) => {
    const made = await library()
    writeFileSync(join(made.root, 'eval', name), text)
    expect(() => readStored(made.root)).toThrow(
      expect.objectContaining({ code: 'RETRIEVE_BASELINE_INVALID' }),
    )
  })

  it('is neither written nor read where its folder leads out of the knowledge base', async () => {
    const made = await library()
    const evaluation = await evaluated(made)
    const other = await library()
    await writeStored(other.root, storable(evaluation))
    const before = readdirSync(join(other.root, 'eval'))
    rmSync(join(made.root, 'eval'), { recursive: true })
    symlinkSync(join(other.root, 'eval'), join(made.root, 'eval'))
    const refusal = { code: 'RETRIEVE_BASELINE_INVALID', message: expect.stringContaining('outside') }
    await expect(writeStored(made.root, storable(evaluation))).rejects.toMatchObject(refusal)
    expect(() => readStored(made.root)).toThrow(expect.objectContaining(refusal))
    expect(readdirSync(join(other.root, 'eval'))).toEqual(before)
  })

  it('is none where there is no folder for it', async () => {
    const made = await library()
    rmSync(join(made.root, 'eval'), { recursive: true })
    expect(readStored(made.root)).toEqual({ baseline: null, outcomes: null })
    expect(existsSync(join(made.root, 'eval'))).toBe(false)
  })
})
