import { displayPath } from '@pinakes/manifest'
import {
  type Evaluation,
  type Gate,
  type LegVerdict,
  QUESTION_KINDS,
  SIGNIFICANCE,
} from '@pinakes/retrieve/eval'
import { count, firstFew } from './lines.js'
import type { Style } from './style.js'
import { rate, tableLines } from './table.js'

/** A gate for people: recall by kind in each run, what changed, how far the channel could get, and the verdict. */
export function gateLines({ verdict, reach, off, withoutAuthored, on }: Gate, style: Style): string[] {
  const { channel, passed, licensingP } = verdict
  const asked = count(off.questions.length, 'question')
  return [
    `${style.strong(displayPath(off.kb.name))}: ${asked}, k = ${off.header.k}, gate for graph_channel = "${channel}"`,
    '',
    ...recallLines([
      ['off', off],
      [`${channel} without authored links`, withoutAuthored],
      [channel, on],
    ]),
    '',
    ...legLines(`${channel} without authored links`, verdict.withoutAuthored),
    ...legLines(channel, verdict.on),
    '',
    `of ${count(reach.questions, 'multi-hop question')}, ${rate(reach.ceiling)} are within reach of a graph channel ` +
      `(hits without one included); ${rate(reach.beyond)} lie beyond two hops, ${rate(reach.membershipOnly)} hang on ` +
      'their document alone',
    passed
      ? style.good(`the gate is passed: p = ${licensingP.toFixed(4)}`)
      : style.bad(
          `the gate is not passed: p = ${licensingP.toFixed(4)}, wanted below ${SIGNIFICANCE}, and nothing worse`,
        ),
  ]
}

/** One row a run, one column a kind that has questions. */
function recallLines(runs: readonly (readonly [name: string, run: Evaluation])[]): string[] {
  const kinds = QUESTION_KINDS.filter((kind) =>
    runs.some(([, { summary }]) => summary.byKind[kind] !== undefined),
  )
  const k = runs[0]?.[1].header.k
  return tableLines([
    [`recall@${k}`, ...kinds, 'all with an answer'],
    ...runs.map(([name, { summary }]) => [
      name,
      ...kinds.map((kind) => rate(summary.byKind[kind] ?? null)),
      rate(summary.recallAtK),
    ]),
  ])
}

function legLines(name: string, { gained, lost, p, regressions, confidenceLost }: LegVerdict): string[] {
  const named = (ids: readonly string[]) =>
    ids.length === 0 ? '' : ` (${firstFew(ids.map(displayPath), 4)})`
  return [
    `${name}: ${gained.length} multi-hop gained${named(gained)}, ${lost.length} lost${named(lost)}; one-sided sign test p = ${p.toFixed(4)}`,
    ...regressions.map(
      ({ figure, before, now }) => `  worse: ${displayPath(figure)} ${rate(before)} -> ${rate(now)}`,
    ),
    ...(confidenceLost.length === 0
      ? []
      : [`  right and now called low: ${firstFew(confidenceLost.map(displayPath), 8)}`]),
  ]
}
