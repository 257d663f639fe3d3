import type { Comparison, Evaluation } from '@pinakes/retrieve/eval'
import { type Html, html } from '../html-page/html.js'
import { rate } from '../output/table.js'

interface Tile {
  readonly title: string
  readonly value: number
  readonly before: number | undefined
  readonly lowerIsBetter?: boolean
  /** The same figure with each question left out of the fit of confidence. */
  readonly leftOut?: number | undefined
}

/** The headline figures, each with its difference to the baseline. */
export function tiles(evaluation: Evaluation, comparison: Comparison | null): Html {
  const { summary, header, ndcg, calibration } = evaluation
  const before = comparison?.baseline
  const leftOut = calibration?.fits[0]?.leftOut ?? null
  const retrieval: Tile[] = [
    { title: `recall@${header.k}`, value: summary.recallAtK, before: before?.recallAtK },
    { title: 'MRR', value: summary.mrr, before: before?.mrr },
    { title: `nDCG@${header.k}`, value: ndcg, before: undefined },
  ]
  const confidence: Tile[] = [
    {
      title: 'false confidence',
      value: summary.falseConfidence,
      before: before?.falseConfidence,
      lowerIsBetter: true,
      leftOut: leftOut?.falseConfidence,
    },
    {
      title: 'false abstain',
      value: summary.falseAbstain,
      before: before?.falseAbstain,
      lowerIsBetter: true,
      leftOut: leftOut?.falseAbstain,
    },
    {
      title: 'abstention recall',
      value: summary.abstained,
      before: before?.abstained,
      leftOut: leftOut?.abstained,
    },
  ]
  const judged = summary.confidenceCoverage > 0
  return html`<section class="tiles">${[...retrieval, ...(judged ? confidence : [])].map(tile)}</section>${
    judged
      ? null
      : html`<p class="note">Confidence is unknown throughout: <code>pnk calibrate</code> fits it.</p>`
  }`
}

function tile({ title, value, before, lowerIsBetter = false, leftOut }: Tile): Html {
  return html`<div class="tile"><span>${title}</span><strong>${rate(value)}</strong>${change(value, before, lowerIsBetter)}${
    leftOut === undefined ? null : html`<small>left out of the fit: ${rate(leftOut)}</small>`
  }</div>`
}

function change(value: number, before: number | undefined, lowerIsBetter: boolean): Html | null {
  if (before === undefined) return null
  const difference = value - before
  if (Math.abs(difference) < 0.0005) return html`<small>as the baseline</small>`
  const good = difference > 0 !== lowerIsBetter
  return html`<small class="${good ? 'good' : 'bad'}">${difference > 0 ? '▲' : '▼'} ${Math.abs(difference).toFixed(3)} to the baseline</small>`
}
