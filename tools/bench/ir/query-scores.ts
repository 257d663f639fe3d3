import { type Judgments, ndcgAt, recallAt, reciprocalRankAt } from '@pinakes/retrieve/eval'

/** The figures of one query, each 0 to 1. */
export interface QueryScores {
  readonly ndcg10: number
  readonly mrr10: number
  readonly recall10: number
  readonly recall100: number
}

export type MetricName = keyof QueryScores

export const METRICS: readonly MetricName[] = ['ndcg10', 'mrr10', 'recall10', 'recall100']

/** Every figure of one ranking: distinct document ids, best first, compared with `judgments` exactly. */
export function scoreQuery(ranking: readonly string[], judgments: Judgments): QueryScores {
  return {
    ndcg10: ndcgAt(10, ranking, judgments),
    mrr10: reciprocalRankAt(10, ranking, judgments),
    recall10: recallAt(10, ranking, judgments),
    recall100: recallAt(100, ranking, judgments),
  }
}
