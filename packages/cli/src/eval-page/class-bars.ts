import type { Comparison, Evaluation, KindSummary, MeasuredQuestion } from '@pinakes/retrieve/eval'
import { type Html, html } from '../html-page/html.js'
import { rate } from '../output/table.js'
import { countGroups, GROUP_TITLES } from './outcome-group.js'
import { legend, percent, stackedBar } from './stacked-bar.js'

const FOUND = ['first', 'lower', 'missed'] as const
const LEVELS = ['low', 'medium', 'high', 'unknown'] as const

/** One bar a kind of question: how often the right document came first, lower, or not at all. */
export function classBars({ kinds, questions, header }: Evaluation, comparison: Comparison | null): Html {
  const answerable = kinds.filter(({ kind }) => kind !== 'no-answer')
  const unanswerable = questions.filter(({ kind }) => kind === 'no-answer')
  return html`<section><h2>By kind of question</h2>
${legend([
  ...FOUND.map((group) => ({ look: group, title: GROUP_TITLES[group] })),
  ...(comparison === null ? [] : [{ look: 'tick', title: 'recall of the baseline' }]),
])}
<table class="bars"><thead><tr><th>kind</th><th class="n more">questions</th><th class="wide"></th><th class="n">recall@${header.k}</th><th class="n more">MRR</th><th class="n more">nDCG@${header.k}</th></tr></thead>
<tbody>${answerable.map((kind) => kindRow(kind, questions, comparison))}</tbody></table>
${unanswerable.length === 0 ? null : noAnswer(unanswerable)}</section>`
}

function kindRow(
  summary: KindSummary,
  questions: readonly MeasuredQuestion[],
  comparison: Comparison | null,
): Html {
  const { kind } = summary
  const counts = countGroups(questions.filter((question) => question.kind === kind))
  const before = comparison?.baseline.byKind[kind]
  const mark = before === undefined ? null : { share: before, title: `baseline: recall ${rate(before)}` }
  const bar = stackedBar(
    FOUND.map((group) => ({ look: group, title: GROUP_TITLES[group], count: counts[group] })),
    mark,
  )
  return html`<tr><th>${kind}</th><td class="n more">${summary.questions}</td><td>${bar}</td><td class="n">${rate(summary.recall)}</td><td class="n more">${rate(summary.mrr)}</td><td class="n more">${rate(summary.ndcg)}</td></tr>`
}

/** Nothing can be found for these: what counts is that confidence is not high. */
function noAnswer(questions: readonly MeasuredQuestion[]): Html {
  const of = (level: (typeof LEVELS)[number]) =>
    questions.filter(({ confidence }) => confidence === level).length
  const bar = stackedBar(
    LEVELS.map((level) => ({ look: `level-${level}`, title: `confidence ${level}`, count: of(level) })),
  )
  return html`<h3>Questions without an answer, by the confidence of what was returned</h3>
${legend(LEVELS.filter((level) => of(level) > 0).map((level) => ({ look: `level-${level}`, title: level })))}
<table class="bars"><tbody><tr><th>no-answer</th><td class="n">${questions.length}</td><td class="wide">${bar}</td><td class="n" colspan="3">${percent(of('high') / questions.length)} high</td></tr></tbody></table>`
}
