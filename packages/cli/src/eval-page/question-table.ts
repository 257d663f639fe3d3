import {
  type Comparison,
  type Evaluation,
  type MeasuredQuestion,
  type Outcome,
  QUESTION_KINDS,
} from '@pinakes/retrieve/eval'
import { type Html, html } from '../html-page/html.js'
import { groupOf } from './outcome-group.js'

/** A question with what it was before; `change` is above 0 when it became better. */
interface Line {
  readonly question: MeasuredQuestion
  readonly before: Outcome | null
  readonly change: number
}

/** Every question: changed ones first, worse before better, then what was missed. Filtered without a script. */
export function questionTable({ questions, header }: Evaluation, comparison: Comparison | null): Html {
  const earlier = new Map((comparison?.before ?? []).map((outcome) => [outcome.id, outcome]))
  const lines = questions
    .map((question) => toLine(question, earlier.get(question.id) ?? null))
    .sort((a, b) => orderOf(a) - orderOf(b))
  return html`<section><h2>Every question</h2>
${changes(lines, earlier.size > 0)}
${filters(lines)}
<table class="questions"><thead><tr><th>question</th>${earlier.size > 0 ? rankHead(header.k) : null}<th class="n">rank</th><th>confidence</th><th class="n">score</th><th>first document</th></tr></thead>
<tbody>${lines.map((line) => row(line, header.k, earlier.size > 0))}</tbody></table></section>`
}

function toLine(question: MeasuredQuestion, before: Outcome | null): Line {
  if (before === null || question.kind === 'no-answer') return { question, before, change: 0 }
  return { question, before, change: placeOf(before, 99) - placeOf(question, 99) }
}

function orderOf({ question, change }: Line): number {
  if (change !== 0) return change < 0 ? 0 : 1
  return { missed: 2, lower: 3, none: 4, first: 5 }[groupOf(question)]
}

/** The rank, or `missed` for a question without a hit. */
function placeOf({ hit, hitRank }: Pick<Outcome, 'hit' | 'hitRank'>, missed: number): number {
  return hit && hitRank !== null ? hitRank : missed
}

function changes(lines: readonly Line[], compared: boolean): Html {
  if (!compared) return html`<p>There is no eval/outcomes.json to compare with.</p>`
  const better = lines.filter(({ change }) => change > 0).length
  const worse = lines.filter(({ change }) => change < 0).length
  return better + worse === 0
    ? html`<p>No question changed against eval/outcomes.json.</p>`
    : html`<p>Against eval/outcomes.json ${better} became better and ${worse} worse. The hollow ring is the rank before, the dot the rank now.</p>`
}

const FILTERS = ['all', 'changed', 'missed', ...QUESTION_KINDS] as const

function filters(lines: readonly Line[]): Html {
  const count = (name: (typeof FILTERS)[number]) =>
    name === 'all' ? lines.length : lines.filter((line) => marks(line).includes(name)).length
  return html`<fieldset class="filters">${FILTERS.filter((name) => name === 'all' || count(name) > 0).map(
    (name) =>
      html`<label><input type="radio" name="show" id="show-${name}"${name === 'all' ? html` checked` : null}><span>${name} <b>${count(name)}</b></span></label>`,
  )}</fieldset>`
}

function marks({ question, change }: Line): string[] {
  const missed = groupOf(question) === 'missed' ? ['missed'] : []
  return [question.kind, ...missed, ...(change === 0 ? [] : ['changed'])]
}

/** Hides all rows but those of the checked filter. */
export const FILTER_STYLE: string = FILTERS.filter((name) => name !== 'all')
  .map((name) => `body:has(#show-${name}:checked) .questions tbody tr:not(.is-${name}){display:none}`)
  .join('\n')

function row(line: Line, k: number, compared: boolean): Html {
  const { question, before } = line
  const group = groupOf(question)
  const classes = marks(line).map((mark) => `is-${mark}`)
  const wanted = question.missedHops.length > 0 ? question.missedHops : question.expect
  const found = question.retrieved[0]
  const isRight = found !== undefined && question.expect.includes(found)
  return html`<tr class="${classes.join(' ')}"><td><span class="id">${question.id}</span>${question.question}</td>${compared ? html`<td class="ranks">${rankChart(question, before, k)}</td>` : null}<td class="n"><span class="chip ${group}">${group === 'none' ? '–' : group === 'missed' ? 'missed' : question.hitRank}</span></td><td class="level"><span class="key level-${question.confidence}"></span>${question.confidence}</td><td class="n">${question.score === null ? '' : question.score.toFixed(3)}</td><td class="path">${found ?? 'nothing'}${isRight || wanted.length === 0 ? null : html`<span class="wanted">wanted ${wanted.join(', ')}</span>`}</td></tr>`
}

const STEP = 16

function rankHead(k: number): Html {
  const labels = [...Array.from({ length: k }, (_, i) => String(i + 1)), '✕']
  return html`<th class="ranks"><svg width="${(k + 1) * STEP}" height="14" aria-label="ranks 1 to ${k}, then missed">${labels.map(
    (label, i) => html`<text class="tick" x="${i * STEP + 8}" y="11" text-anchor="middle">${label}</text>`,
  )}</svg></th>`
}

function rankChart(question: MeasuredQuestion, before: Outcome | null, k: number): Html | null {
  if (question.kind === 'no-answer') return null
  const x = (outcome: Pick<Outcome, 'hit' | 'hitRank'>) =>
    (Math.min(placeOf(outcome, k + 1), k + 1) - 1) * STEP + 8
  const now = x(question)
  const then = before === null ? null : x(before)
  const look = then === null || then === now ? 'same' : then > now ? 'better' : 'worse'
  return html`<svg width="${(k + 1) * STEP}" height="14" class="${look}">${
    then === null || then === now
      ? null
      : html`<line x1="${then}" x2="${now}" y1="7" y2="7"/><circle class="then" cx="${then}" cy="7" r="4"/>`
  }<circle class="now" cx="${now}" cy="7" r="4.5"/></svg>`
}
