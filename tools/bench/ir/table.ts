import type { Interval } from '@pinakes/retrieve/eval'
import type { Row } from './evaluate.js'
import { METRICS, type MetricName } from './query-scores.js'

/** The metrics' headings. */
export const TITLES: Readonly<Record<MetricName, string>> = {
  ndcg10: 'nDCG@10',
  mrr10: 'MRR@10',
  recall10: 'recall@10',
  recall100: 'recall@100',
}

/** The rows as a Markdown table: each figure with the interval of its difference, starred when that excludes 0. */
export function renderTable(title: string, rows: readonly Row[]): string {
  const header = ['system', ...METRICS.map((name) => TITLES[name])]
  const body = rows.map(({ system, means, intervals }) => [
    system,
    ...METRICS.map((name) => cell(means[name], intervals?.[name] ?? null)),
  ])
  return [`### ${title}`, '', line(header), line(header.map(() => '---')), ...body.map(line)].join('\n')
}

function cell(value: number, interval: Interval | null): string {
  if (interval === null) return figure(value)
  return `${figure(value)} ${bracketed(interval)}`
}

/** The interval in brackets, starred when it excludes 0. */
export function bracketed({ low, high }: Interval): string {
  return `[${signed(low)}, ${signed(high)}]${low > 0 || high < 0 ? '*' : ''}`
}

/** Three decimals, without the zero before the point. */
export function figure(value: number): string {
  return value.toFixed(3).replace(/^0/, '')
}

/** A figure with its sign. */
export function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${figure(Math.abs(value))}`
}

/** One row of a Markdown table. */
export function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
