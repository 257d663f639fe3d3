/** See README.md in this folder: whether confidence gains from more than the best rerank score. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kb, openKb, type Passage } from '@pinakes/retrieve'
import { evaluateKb, fitThresholds, readGoldenSet, type ScoredQuestion } from '@pinakes/retrieve/eval'
import { indexKb } from '../bench/ir/knowledge-base.js'
import { line } from '../bench/ir/table.js'
import { areaUnderCurve, fitLogistic, probability, standardiser } from './logistic.js'

/** What a search knows of its answer, from the passages in rank order. */
const SIGNALS = {
  top: ([first]) => first?.scores.rerank ?? 0,
  margin: ([first, ...others]) =>
    (first?.scores.rerank ?? 0) - (others.find(({ path }) => path !== first?.path)?.scores.rerank ?? 0),
  coverage: ([first]) => first?.scores.coverage ?? 0,
  agreement: ([first]) => Number(first?.scores.bm25Rank === 1) + Number(first?.scores.vectorRank === 1),
  cosine: ([first]) => first?.scores.cosine ?? 0,
  bm25: ([first]) => first?.scores.bm25Score ?? 0,
} as const satisfies Record<string, (passages: readonly Passage[]) => number>

type Signal = keyof typeof SIGNALS

const SETS: readonly (readonly Signal[])[] = [
  ['top'],
  ['top', 'margin'],
  ['top', 'coverage'],
  ['top', 'agreement'],
  ['top', 'margin', 'coverage'],
  ['top', 'margin', 'coverage', 'agreement'],
  ['top', 'margin', 'coverage', 'agreement', 'cosine', 'bm25'],
]

interface Row {
  readonly id: string
  readonly answerable: boolean
  readonly hit: boolean
  readonly passages: readonly Passage[]
}

async function readRows(kb: Kb): Promise<Row[]> {
  const hits = new Map((await evaluateKb(kb))?.questions.map(({ id, hit }) => [id, hit]))
  const rows: Row[] = []
  for (const { id, kind, question, hops, filters } of readGoldenSet(kb.root)) {
    const { passages } = await kb.search(hops.at(-1)?.query ?? question, { filters, k: 20 })
    rows.push({ id, answerable: kind !== 'no-answer', hit: hits.get(id) ?? false, passages })
  }
  return rows
}

/** The scores of all rows by a regression that has not seen row `out`; the best rerank score itself where it is alone. */
function scoresWithout(out: number, rows: readonly Row[], signals: readonly Signal[]): ScoredQuestion[] {
  const features = rows.map(({ passages }) => signals.map((signal) => SIGNALS[signal](passages)))
  const kept = (_: unknown, i: number) => i !== out
  const scale = standardiser(features.filter(kept))
  const labels = rows.filter(kept).map(({ answerable }) => answerable)
  const weights = fitLogistic(features.filter(kept).map(scale), labels)
  return rows.map(({ id, answerable, hit }, i) => {
    const score =
      signals.length === 1 ? (features[i]?.[0] ?? 0) : probability(weights, scale(features[i] ?? []))
    return { id, answerable, hit, score }
  })
}

function measure(rows: readonly Row[], signals: readonly Signal[]): string {
  const judged = rows.map((row, i) => {
    const scored = scoresWithout(i, rows, signals)
    const score = scored[i]?.score ?? 0
    const fit = fitThresholds(
      scored.filter((_, j) => j !== i),
      'bounded',
    )
    return { ...row, score, low: score < (fit?.lowBelow ?? 0), high: score > (fit?.highAbove ?? 0) }
  })
  const [some, none] = [judged.filter((row) => row.answerable), judged.filter((row) => !row.answerable)]
  const share = (part: typeof judged, holds: (row: (typeof judged)[number]) => boolean) =>
    part.filter(holds).length / part.length
  const figures = [
    areaUnderCurve(
      some.map(({ score }) => score),
      none.map(({ score }) => score),
    ),
    share(none, ({ high }) => high),
    share(some, ({ low, hit }) => low && hit),
    share(none, ({ low }) => low),
    share(some, ({ high }) => high),
  ]
  return line([signals.join(', '), ...figures.map((value) => value.toFixed(3))])
}

const TITLES = [
  'signals',
  'AUC',
  'false confidence',
  'false abstain',
  'abstention recall',
  'answerable and high',
]

const [root = 'corpora/demo-kb'] = process.argv.slice(2)
const copy = mkdtempSync(join(tmpdir(), 'pnk-signals-'))
try {
  cpSync(root, copy, { recursive: true, filter: (path) => !path.endsWith('.pinakes') })
  await indexKb(copy)
  const kb = await openKb(copy)
  const rows = await readRows(kb).finally(() => kb.close())
  console.log(line(TITLES))
  console.log(line(TITLES.map(() => '---')))
  for (const signals of SETS) console.log(measure(rows, signals))
} finally {
  rmSync(copy, { recursive: true, force: true })
}
