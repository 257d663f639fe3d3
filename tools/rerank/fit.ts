/** See README.md in this folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_STATIC_MODEL, DEFAULT_STATIC_RERANKER } from '@pinakes/embed'
import { openKb } from '@pinakes/retrieve'
import { mean, pairedBootstrap } from '@pinakes/retrieve/eval'
import { loadStaticReranker } from '../../packages/embed/src/static/provider.js'
import { buildKb, type KbSettings } from '../bench/ir/knowledge-base.js'
import { type QueryScores, scoreQuery } from '../bench/ir/query-scores.js'
import { bestFirst } from '../bench/ir/systems.js'
import { type Collection, readCollection } from '../bench/ir/trec.js'
import { bestWeight, type Curve, leaveOneOut } from './leave-one-out.js'

const WEIGHTS = Array.from({ length: 13 }, (_, i) => i / 4)
const SETTINGS: KbSettings = {
  embedder: { ...DEFAULT_STATIC_MODEL, revision: null },
  reranker: null,
  depth: null,
  maxTokens: null,
}

/** What the reranker is given for one query. */
interface Task {
  readonly id: string
  readonly query: string
  readonly paths: readonly string[]
  readonly texts: readonly string[]
  readonly relevance: readonly number[]
}

/** The scores of every query of a collection, for each of `WEIGHTS`. */
interface Measured {
  readonly name: string
  readonly scores: readonly (readonly QueryScores[])[]
}

async function readTasks(root: string, { queries }: Collection): Promise<Task[]> {
  const kb = await openKb(root)
  const tasks: Task[] = []
  try {
    for (const { id, text } of queries) {
      const { passages } = await kb.search(text, { k: 100_000 })
      const relevance = passages.map(({ scores }) => scores.relevance)
      const texts = passages.map((passage) => passage.text)
      tasks.push({ id, query: text, paths: passages.map(({ path }) => path), texts, relevance })
    }
  } finally {
    await kb.close()
  }
  return tasks
}

async function scoreTasks(tasks: readonly Task[], qrels: Collection['qrels'], weight: number) {
  const reranker = loadStaticReranker({ model: DEFAULT_STATIC_RERANKER.model, revision: null }, { weight })
  const scored: QueryScores[] = []
  for (const { id, query, paths, texts, relevance } of tasks) {
    const scores = await reranker.score(query, texts, relevance)
    const order = [...paths.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    scored.push(scoreQuery(bestFirst(order.map((i) => paths[i] ?? '')), qrels.get(id) ?? new Map()))
  }
  await reranker.close()
  return scored
}

async function measure(directory: string, work: string): Promise<Measured> {
  const collection = readCollection(directory)
  const root = join(work, collection.name)
  await buildKb(root, collection, SETTINGS)
  const tasks = await readTasks(root, collection)
  const scores: QueryScores[][] = []
  for (const weight of WEIGHTS) scores.push(await scoreTasks(tasks, collection.qrels, weight))
  return { name: collection.name, scores }
}

const METRICS = ['ndcg10', 'mrr10'] as const

function curve({ name, scores }: Measured): Curve {
  return {
    name,
    merits: scores.map((queries) => mean(queries.flatMap((query) => METRICS.map((metric) => query[metric])))),
  }
}

function foldRow({ name, scores }: Measured, chosen: number): string {
  const cells = METRICS.flatMap((metric) => {
    const [before, after] = [scores[0] ?? [], scores[chosen] ?? []].map((list) =>
      list.map((query) => query[metric]),
    )
    const { low, high } = pairedBootstrap(after ?? [], before ?? [])
    return [mean(before ?? []), mean(after ?? []), low, high].map((value) => value.toFixed(4))
  })
  return `| ${[name, WEIGHTS[chosen], ...cells].join(' | ')} |`
}

const work = mkdtempSync(join(tmpdir(), 'pnk-rerank-'))
try {
  const measured: Measured[] = []
  for (const directory of process.argv.slice(2)) measured.push(await measure(directory, work))
  const curves = measured.map(curve)
  console.log(
    '| held out | weight | nDCG@10 before | after | low | high | MRR@10 before | after | low | high |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  const folds = leaveOneOut(curves)
  for (const [i, one] of measured.entries()) console.log(foldRow(one, folds[i]?.chosen ?? 0))
  console.log('\n| weight | mean of nDCG@10 and MRR@10 |\n|---|---|')
  for (const [i, weight] of WEIGHTS.entries())
    console.log(`| ${weight} | ${mean(curves.map(({ merits }) => merits[i] ?? 0)).toFixed(4)} |`)
  console.log(`\nbest on all: ${WEIGHTS[bestWeight(curves)]}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
