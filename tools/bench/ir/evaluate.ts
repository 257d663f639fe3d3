import { type Interval, mean, pairedBootstrap } from '@pinakes/retrieve/eval'
import { METRICS, type MetricName, type QueryScores, scoreQuery } from './query-scores.js'
import type { System } from './systems.js'
import type { Collection } from './trec.js'

/** What one system scored on one collection. */
export interface SystemScores {
  readonly system: string
  /** In the order of the collection's queries. */
  readonly queries: readonly ({ readonly id: string } & QueryScores)[]
}

/** A row of the table. */
export interface Row {
  readonly system: string
  readonly means: Readonly<Record<MetricName, number>>
  /** Against the baseline; null in the baseline's own row. */
  readonly intervals: Readonly<Record<MetricName, Interval>> | null
}

/** The scores of `system` on every query, one after the other. */
export async function evaluate(system: System, { queries, qrels }: Collection): Promise<SystemScores> {
  const scored: ({ id: string } & QueryScores)[] = []
  for (const { id, text } of queries) {
    scored.push({ id, ...scoreQuery(await system.rank(text), qrels.get(id) ?? new Map()) })
  }
  return { system: system.name, queries: scored }
}

/** Means and paired intervals; `baseline` names the system they are taken against. */
export function summarise(scores: readonly SystemScores[], baseline: string): Row[] {
  const reference = scores.find(({ system }) => system === baseline)
  if (reference === undefined) throw new Error(`there are no scores of the baseline ${baseline}`)
  return scores.map(({ system, queries }) => ({
    system,
    means: byMetric((name) => mean(queries.map((query) => query[name]))),
    intervals:
      system === baseline
        ? null
        : byMetric((name) =>
            pairedBootstrap(
              queries.map((query) => query[name]),
              reference.queries.map((query) => query[name]),
            ),
          ),
  }))
}

function byMetric<T>(of: (name: MetricName) => T): Record<MetricName, T> {
  const entries = METRICS.map((name) => [name, of(name)] as const)
  return Object.fromEntries(entries) as Record<MetricName, T>
}
