import type { CalibrationFigures, Evaluation } from '@pinakes/retrieve/eval'
import { type Html, html } from '../html-page/html.js'
import { rate } from '../output/table.js'
import { countGroups, GROUP_TITLES, OUTCOME_GROUPS } from './outcome-group.js'
import { legend, percent, stackedBar } from './stacked-bar.js'

const LEVELS = ['high', 'medium', 'low', 'unknown'] as const

/** How far each level of confidence can be relied on: what became of the questions that got it. */
export function confidenceBands(evaluation: Evaluation): Html {
  const { questions } = evaluation
  const rows = LEVELS.flatMap((level) => {
    const own = questions.filter(({ confidence }) => confidence === level)
    return own.length === 0 ? [] : [{ level, own, counts: countGroups(own) }]
  })
  return html`<section><h2>Reliability of confidence</h2>
<p>Of the questions answered with each confidence, how many had the right document first. High should be nearly all of them, low nearly none.</p>
${legend(OUTCOME_GROUPS.map((group) => ({ look: group, title: GROUP_TITLES[group] })))}
<table class="bars"><thead><tr><th>confidence</th><th class="n">questions</th><th class="wide"></th><th class="n">right first</th></tr></thead><tbody>${rows.map(
    ({ level, own, counts }) =>
      html`<tr><th>${level}</th><td class="n">${own.length}</td><td>${stackedBar(
        OUTCOME_GROUPS.map((group) => ({ look: group, title: GROUP_TITLES[group], count: counts[group] })),
      )}</td><td class="n">${percent(counts.first / own.length)}</td></tr>`,
  )}</tbody></table>
${leftOut(evaluation)}</section>`
}

function leftOut({ calibration }: Evaluation): Html | null {
  if (calibration === null) return null
  return html`<h3>Thresholds that <code>pnk calibrate</code> fits on these questions</h3>
<table class="figures"><thead><tr><th>rule</th><th class="n">low below</th><th class="n">high above</th><th></th><th class="n">false confidence</th><th class="n">false abstain</th><th class="n">abstention recall</th><th class="n">answerable and high</th></tr></thead><tbody>${calibration.fits.map(
    ({
      rule,
      thresholds,
      fitted,
      leftOut: figures,
    }) => html`<tr><th rowspan="2">${rule}</th><td class="n" rowspan="2">${thresholds.lowBelow.toFixed(4)}</td><td class="n" rowspan="2">${thresholds.highAbove.toFixed(4)}</td><td>as fitted</td>${cells(fitted)}</tr>
<tr><td><b>left out</b></td>${figures === null ? html`<td colspan="4">too few questions</td>` : cells(figures)}</tr>`,
  )}</tbody></table>
<p class="small">As fitted is optimistic: the same questions fit and measure. Left out: each question is judged by thresholds fitted on all the others.</p>`
}

function cells({ falseConfidence, falseAbstain, abstained, answeredHigh }: CalibrationFigures): Html[] {
  return [falseConfidence, falseAbstain, abstained, answeredHigh].map(
    (value) => html`<td class="n">${rate(value)}</td>`,
  )
}
