/** Relevance grades of one query by document id; a grade of 1 or more is relevant. */
export type Judgments = ReadonlyMap<string, number>

/**
 * nDCG@k = DCG@k / IDCG@k with DCG@k = sum over ranks i = 1..k of grade(i) / log2(i + 1), and IDCG@k the same sum over
 * all judged grades sorted downwards (Järvelin and Kekäläinen, TOIS 2002, in the form of trec_eval's `ndcg_cut`:
 * linear gains). 0 where nothing is relevant.
 */
export function ndcgAt(k: number, ranking: readonly string[], judgments: Judgments): number {
  const ideal = dcg([...judgments.values()].sort((a, b) => b - a).slice(0, k))
  if (ideal === 0) return 0
  return dcg(ranking.slice(0, k).map((id) => judgments.get(id) ?? 0)) / ideal
}

function dcg(grades: readonly number[]): number {
  return grades.reduce((sum, grade, i) => sum + Math.max(grade, 0) / Math.log2(i + 2), 0)
}

/** 1 / rank of the first relevant document among the first `k`, else 0. Its mean over queries is MRR@k. */
export function reciprocalRankAt(k: number, ranking: readonly string[], judgments: Judgments): number {
  const at = ranking.slice(0, k).findIndex((id) => isRelevant(id, judgments))
  return at < 0 ? 0 : 1 / (at + 1)
}

/** The share of all relevant documents that stand among the first `k`; 0 where nothing is relevant. */
export function recallAt(k: number, ranking: readonly string[], judgments: Judgments): number {
  const relevant = [...judgments.keys()].filter((id) => isRelevant(id, judgments)).length
  if (relevant === 0) return 0
  return ranking.slice(0, k).filter((id) => isRelevant(id, judgments)).length / relevant
}

function isRelevant(id: string, judgments: Judgments): boolean {
  return (judgments.get(id) ?? 0) >= 1
}

/** The arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
