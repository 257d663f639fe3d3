import type { Evaluation, MeasuredQuestion } from '@pinakes/retrieve/eval'
import { type Html, html } from '../html-page/html.js'
import { GROUP_TITLES, groupOf, OUTCOME_GROUPS, type OutcomeGroup } from './outcome-group.js'

const WIDTH = 960
const LEFT = 170
const RIGHT = 16
const BINS = 66
const RADIUS = 5
/** Dots a stack may hold before they shrink. */
const FULL_STACK = 20

/** One dot a question over the score of its first passage, a row for each outcome, with the bands of confidence. */
export function scoreDots({ questions, confidence, reranker }: Evaluation): Html {
  const scored = questions.filter((question): question is Scored => question.score !== null)
  if (scored.length === 0)
    return html`<section><h2>Scores</h2><p>No reranker ran, so there are no scores that compare between questions.</p></section>`
  const scale = scaleOf(scored.map(({ score }) => score))
  const rows = layOut(scored, scale)
  const height = rows.at(-1)?.bottom ?? 0
  const thresholds = confidence?.fittedFor === reranker ? confidence : null
  return html`<section><h2>Scores of answerable and unanswerable questions</h2>
<p>Each dot is a question at the rerank score of its first passage; point at one to read it. Confidence can be no better than the rows lie apart.</p>
<svg viewBox="0 0 ${WIDTH} ${height + 44}" role="img" aria-label="Distribution of scores by outcome">
${thresholds === null ? null : bands(thresholds, scale, height)}
${rows.map((row) => dotRow(row))}
${axis(scale, height)}</svg></section>`
}

type Scored = MeasuredQuestion & { readonly score: number }

interface Scale {
  readonly from: number
  readonly to: number
  x(score: number): number
}

function scaleOf(scores: readonly number[]): Scale {
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  const pad = (high - low || 1) * 0.03
  const [from, to] = [low - pad, high + pad]
  return { from, to, x: (score) => LEFT + ((score - from) / (to - from)) * (WIDTH - LEFT - RIGHT) }
}

interface Row {
  readonly group: OutcomeGroup
  readonly count: number
  readonly bottom: number
  readonly dots: readonly {
    readonly x: number
    readonly y: number
    readonly r: number
    readonly title: string
  }[]
}

/** Wilkinson's dot plot: scores are binned, the dots of a bin stand on each other at its mean. */
function layOut(scored: readonly Scored[], scale: Scale): Row[] {
  let bottom = 24
  return OUTCOME_GROUPS.map((group) => {
    const own = scored.filter((question) => groupOf(question) === group).sort((a, b) => a.score - b.score)
    const bins = new Map<number, Scored[]>()
    for (const question of own) {
      const bin = Math.floor(((question.score - scale.from) / (scale.to - scale.from)) * BINS)
      bins.set(bin, [...(bins.get(bin) ?? []), question])
    }
    const tallest = Math.max(1, ...[...bins.values()].map(({ length }) => length))
    const r = tallest <= FULL_STACK ? RADIUS : (RADIUS * FULL_STACK) / tallest
    bottom += Math.max(36, tallest * 2 * r + 18)
    const dots = [...bins.values()].flatMap((stack) =>
      stack.map(({ id, question, score }, i) => ({
        x: scale.x(stack.reduce((sum, one) => sum + one.score, 0) / stack.length),
        y: bottom - r - 2 * r * i - 2,
        r: r - 0.6,
        title: `${id}: ${question} (${score.toFixed(3)})`,
      })),
    )
    return { group, count: own.length, bottom, dots }
  })
}

function dotRow({ group, count, bottom, dots }: Row): Html {
  return html`<g><line class="base" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${bottom}" y2="${bottom}"/>
<text class="label" x="0" y="${bottom - 6}">${GROUP_TITLES[group]}</text><text class="count" x="${LEFT - 10}" y="${bottom - 6}" text-anchor="end">${count}</text>
${dots.map(({ x, y, r, title }) => html`<circle class="dot ${group}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(2)}"><title>${title}</title></circle>`)}</g>`
}

function bands(
  { lowBelow, highAbove }: { lowBelow: number; highAbove: number },
  scale: Scale,
  height: number,
): Html {
  const clamp = (score: number) => scale.x(Math.min(scale.to, Math.max(scale.from, score)))
  const [low, high] = [clamp(lowBelow), clamp(highAbove)]
  const band = (name: string, from: number, to: number) =>
    to - from < 1
      ? null
      : html`<rect class="band-${name}" x="${from.toFixed(1)}" y="0" width="${(to - from).toFixed(1)}" height="${height}"/><text class="band" x="${((from + to) / 2).toFixed(1)}" y="14" text-anchor="middle">${name}</text>`
  return html`<g>${band('low', LEFT, low)}${band('medium', low, high)}${band('high', high, WIDTH - RIGHT)}
<line class="threshold" x1="${low.toFixed(1)}" x2="${low.toFixed(1)}" y1="0" y2="${height}"/><line class="threshold" x1="${high.toFixed(1)}" x2="${high.toFixed(1)}" y1="0" y2="${height}"/></g>`
}

function axis(scale: Scale, height: number): Html {
  const step = niceStep((scale.to - scale.from) / 6)
  const first = Math.ceil(scale.from / step)
  const ticks = Array.from({ length: Math.floor(scale.to / step) - first + 1 }, (_, i) => (first + i) * step)
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  return html`<g>${ticks.map(
    (tick) =>
      html`<text class="tick" x="${scale.x(tick).toFixed(1)}" y="${height + 18}" text-anchor="middle">${tick.toFixed(decimals)}</text>`,
  )}<text class="tick" x="${WIDTH - RIGHT}" y="${height + 38}" text-anchor="end">rerank score of the first passage</text></g>`
}

/** 1, 2 or 5 times a power of ten, at least `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
}
