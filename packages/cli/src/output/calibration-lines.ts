import { displayPath } from '@pinakes/manifest'
import type { Calibration, CalibrationFigures, CalibrationRule, ScoreRange } from '@pinakes/retrieve/eval'
import { count } from './lines.js'
import { rate, tableLines } from './table.js'

/** A calibration for people: what it was fitted on, how each rule does, and last the table to paste. */
export function calibrationLines(calibration: Calibration, rule: CalibrationRule): string[] {
  const { fittedFor, answerable, unanswerable, fits } = calibration
  return [
    `rerank scores of ${displayPath(fittedFor)}`,
    `  ${count(answerable.questions, 'question')} with an answer: ${range(answerable)}`,
    `  ${count(unanswerable.questions, 'question')} without: ${range(unanswerable)}`,
    '',
    ...tableLines([
      ['rule', 'false confidence', 'false abstain', 'abstention recall', 'answerable and high'],
      ...fits.flatMap((fit) => [
        [`${fit.rule}, as fitted`, ...cells(fit.fitted)],
        ...(fit.leftOut === null ? [] : [[`${fit.rule}, left out`, ...cells(fit.leftOut)]]),
      ]),
    ]),
    '',
    ...caveat(fits.every(({ leftOut }) => leftOut === null)),
    'Paste into pinakes.toml, in place of a table of that name:',
    '',
    ...tomlLines(calibration, rule),
  ]
}

function caveat(isUnchecked: boolean): string[] {
  return isUnchecked
    ? [
        'The same questions fit and measure, so these figures are optimistic. With 20 questions of kind no-answer there',
        'would be figures of questions left out of the fit.',
      ]
    : [
        'As fitted is optimistic: the same questions fit and measure. Left out: each is judged by a fit on the others.',
      ]
}

/** The table as TOML, four decimals as everywhere. */
function tomlLines({ fittedFor, fits }: Calibration, rule: CalibrationRule): string[] {
  const fit = fits.find((one) => one.rule === rule)
  if (fit === undefined) return []
  return [
    '[retrieval.confidence]',
    `fitted_for = ${JSON.stringify(fittedFor)}`,
    `low_below = ${fit.thresholds.lowBelow.toFixed(4)}`,
    `high_above = ${fit.thresholds.highAbove.toFixed(4)}`,
  ]
}

function cells({ falseConfidence, falseAbstain, abstained, answeredHigh }: CalibrationFigures): string[] {
  return [falseConfidence, falseAbstain, abstained, answeredHigh].map(rate)
}

function range({ lowest, highest }: ScoreRange): string {
  return `${lowest.toFixed(4)} to ${highest.toFixed(4)}`
}
