import {
  type Comparison,
  calibrate,
  comparePaired,
  type Evaluation,
  findRegressions,
  type MeasuredQuestion,
  type Outcome,
  summarise,
} from '@pinakes/retrieve/eval'

/** A measured question: found first, unless `fields` say otherwise. */
export function measured(id: string, fields: Partial<MeasuredQuestion> = {}): MeasuredQuestion {
  return {
    id,
    kind: 'lexical',
    hit: true,
    hitRank: 1,
    confidence: 'high',
    question: `what of ${id}`,
    expect: ['docs/a.md'],
    retrieved: ['docs/a.md', 'docs/b.md'],
    missedHops: [],
    ndcg: 1,
    score: 0.9,
    ...fields,
  }
}

const NONE = { kind: 'no-answer', hit: false, hitRank: null, expect: [], ndcg: 0 } as const

/** One question of each fate, and 20 without an answer. */
export const QUESTIONS: readonly MeasuredQuestion[] = [
  measured('first'),
  measured('lower', { hitRank: 2, retrieved: ['docs/b.md', 'docs/a.md'], confidence: 'medium', score: 0.5 }),
  measured('missed', { hit: false, hitRank: null, retrieved: ['docs/b.md'], confidence: 'low', score: 0.1 }),
  ...Array.from({ length: 20 }, (_, i) =>
    measured(`none-${i}`, { ...NONE, confidence: i === 0 ? 'high' : 'low', score: i / 40 }),
  ),
]

/** An evaluation of `questions` at k = 5; figures by kind are made up where nothing reads them. */
export function evaluation(
  questions: readonly MeasuredQuestion[] = QUESTIONS,
  reranker: string | null = 'r@1',
): Evaluation {
  const own = (kind: MeasuredQuestion['kind']) => questions.filter((question) => question.kind === kind)
  const share = { high: 0.25, medium: 0.5, low: 0.25, unknown: 0 }
  return {
    kb: { id: '01JV3K2H8M5Q9T1X4Z7B0D3F6G', name: 'Test <KB>' },
    header: {
      schema: 1,
      k: 5,
      graph_channel: 'off',
      edge_kinds: [],
      dropped: [],
      ranking: { link_distance: true, in_degree_salience: false },
      chunking: { max_tokens: 510 },
      embedding: { provider: 'static', model: 'm/e', dim: 8 },
      rerank: reranker === null ? null : { provider: 'static', model: 'r' },
      retrieval: { candidates_per_source: 50, fusion_top_k: 20 },
    },
    questions,
    summary: summarise(questions),
    ndcg: 0.75,
    kinds: [
      {
        kind: 'lexical',
        questions: own('lexical').length,
        recall: 0.6667,
        mrr: 0.5,
        ndcg: 0.75,
        confidence: share,
      },
      {
        kind: 'no-answer',
        questions: own('no-answer').length,
        recall: 1,
        mrr: null,
        ndcg: null,
        confidence: share,
      },
    ],
    reranker,
    confidence: { fittedFor: 'r@1', lowBelow: 0.3, highAbove: 0.8 },
    calibration: reranker === null ? null : calibrate(questions, reranker),
    notices: ['missed expects docs/typo.md, which is not indexed'],
  }
}

/** `now` against `before`, whose figures are those of `before` itself. */
export function comparison(now: Evaluation, before: readonly Outcome[]): Comparison {
  return {
    baseline: summarise(before),
    regressions: findRegressions(now.summary, summarise(before)),
    paired: comparePaired(now.questions, before),
    before,
    settings: ['retrieval.rerank: none -> local'],
  }
}
