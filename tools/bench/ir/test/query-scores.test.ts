import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type QueryScores, scoreQuery } from '../query-scores.js'

interface OracleCase extends QueryScores {
  readonly qrels: Readonly<Record<string, number>>
  readonly ranking: readonly string[]
}
const oracle: OracleCase[] = JSON.parse(
  readFileSync(new URL('./fixtures/trec-eval.json', import.meta.url), 'utf8'),
)
const judged = (grades: Record<string, number>) => new Map(Object.entries(grades))

describe('the figures of a query', () => {
  it('are those of trec_eval', () => {
    expect(oracle).toHaveLength(60)
    for (const [i, { qrels, ranking, ...expected }] of oracle.entries()) {
      const actual = scoreQuery(ranking, judged({ ...qrels }))
      for (const [name, value] of Object.entries(expected)) {
        expect(actual[name as keyof QueryScores], `case ${i}, ${name}`).toBeCloseTo(value, 9)
      }
    }
  })
})
