import { displayPath } from '@pinakes/manifest'
import type { Calibration, Comparison, Evaluation, MeasuredQuestion } from '@pinakes/retrieve/eval'
import { count, firstFew } from './lines.js'
import type { Style } from './style.js'
import { rate, tableLines } from './table.js'

/** An evaluation for people: figures by kind, confidence, what was missed, and what changed since the baseline. */
export function evaluationLines(
  evaluation: Evaluation,
  comparison: Comparison | null,
  style: Style,
): string[] {
  const { notices, questions } = evaluation
  return [
    heading(evaluation, style),
    '',
    ...kindLines(evaluation),
    '',
    ...confidenceLines(evaluation),
    ...missedLines(questions, style),
    ...notices.map((notice) => style.caution(`note: ${displayPath(notice)}`)),
    ...comparisonLines(comparison, style),
  ]
}

function heading({ kb, header, questions, reranker }: Evaluation, style: Style): string {
  const { model } = header.embedding
  const ordered = reranker === null ? 'no reranker' : `reranked by ${displayPath(reranker)}`
  const asked = `${count(questions.length, 'question')}, k = ${header.k}`
  return `${style.strong(displayPath(kb.name))}: ${asked}, ${displayPath(model)}, ${ordered}`
}

function kindLines({ kinds, header, summary, ndcg, questions }: Evaluation): string[] {
  const { k } = header
  const levels = ['high', 'medium', 'low', 'unknown'] as const
  const rows = kinds.map((kind) => [
    kind.kind,
    String(kind.questions),
    rate(kind.kind === 'no-answer' ? null : kind.recall),
    rate(kind.mrr),
    rate(kind.ndcg),
    ...levels.map((level) => rate(kind.confidence[level])),
  ])
  const answerable = questions.filter(({ kind }) => kind !== 'no-answer')
  const shares = levels.map((level) =>
    rate(
      answerable.length === 0
        ? null
        : answerable.filter(({ confidence }) => confidence === level).length / answerable.length,
    ),
  )
  const all = [rate(summary.recallAtK), rate(summary.mrr), rate(ndcg)]
  const title = ['kind', 'questions', `recall@${k}`, 'MRR', `nDCG@${k}`, ...levels]
  return tableLines([title, ...rows, ['all with an answer', String(answerable.length), ...all, ...shares]])
}

function confidenceLines({ summary, calibration, reranker }: Evaluation): string[] {
  if (summary.confidenceCoverage === 0)
    return [`confidence is unknown throughout: ${unknownRemedy(reranker)}`]
  return [
    `false confidence   ${rate(summary.falseConfidence)} of the no-answer questions are called high`,
    `false abstain      ${rate(summary.falseAbstain)} of the others are answered and called low`,
    `abstention recall  ${rate(summary.abstained)} of the no-answer questions are called low`,
    ...leftOutLines(calibration),
  ]
}

/** Confidence is fitted on the scores of a reranker. */
function unknownRemedy(reranker: string | null): string {
  return reranker === null
    ? 'it takes a reranker, rerank = "local" under [retrieval] of pinakes.toml'
    : 'fit it with pnk calibrate'
}

/** The thresholds of the manifest were fitted on some of these very questions, most likely. */
function leftOutLines(calibration: Calibration | null): string[] {
  const leftOut = calibration?.fits[0]?.leftOut
  if (!leftOut) return []
  const { falseConfidence, falseAbstain, abstained } = leftOut
  return [
    `fitted anew by pnk calibrate, each question left out of its fit: ${rate(falseConfidence)}, ${rate(falseAbstain)}, ${rate(abstained)}`,
  ]
}

function missedLines(questions: readonly MeasuredQuestion[], style: Style): string[] {
  const missed = questions.filter(({ hit, kind }) => !hit && kind !== 'no-answer')
  if (missed.length === 0) return []
  return [
    '',
    `missed: ${count(missed.length, 'question')}`,
    ...missed.map((question) => missedLine(question, style)),
  ]
}

function missedLine({ id, question, expect, retrieved, missedHops }: MeasuredQuestion, style: Style): string {
  const wanted = firstFew((missedHops.length > 0 ? missedHops : expect).map(displayPath), 2)
  const found = retrieved[0] === undefined ? 'nothing' : displayPath(retrieved[0])
  return `  ${style.strong(displayPath(id))} ${displayPath(question)} ${style.faint(`(wanted ${wanted}, found ${found})`)}`
}

function comparisonLines(comparison: Comparison | null, style: Style): string[] {
  if (comparison === null)
    return ['', 'there was no eval/baseline.json to compare with: pnk eval --write-baseline']
  const { regressions, settings } = comparison
  return [
    '',
    ...pairedLines(comparison),
    ...settings.map((setting) => `setting changed: ${displayPath(setting)}`),
    ...(regressions.length === 0
      ? [style.good('no regression against eval/baseline.json')]
      : regressions.map(({ figure, before, now }) =>
          style.bad(
            `worse than eval/baseline.json: ${displayPath(figure)} ${amount(figure, before)} -> ${amount(figure, now)}`,
          ),
        )),
  ]
}

function amount(figure: string, value: number | null): string {
  return figure === 'questions' ? String(value) : rate(value)
}

function pairedLines({ paired }: Comparison): string[] {
  if (paired === null) return []
  const { better, worse, signTestP, recall, mrr } = paired
  const interval = ({ difference, low, high }: typeof recall) =>
    `${signed(difference)} [${signed(low)}, ${signed(high)}]`
  return [
    `against eval/outcomes.json, ${count(paired.paired, 'question')}: ${better.length} better, ${worse.length} worse (sign test p = ${signTestP.toFixed(3)})`,
    `recall ${interval(recall)}, MRR ${interval(mrr)}, with 95 % intervals of the paired bootstrap`,
    ...(better.length === 0 ? [] : [`better: ${firstFew(better.map(displayPath), 8)}`]),
    ...(worse.length === 0 ? [] : [`worse: ${firstFew(worse.map(displayPath), 8)}`]),
  ]
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`
}
