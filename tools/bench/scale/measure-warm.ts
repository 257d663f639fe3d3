import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Batch, type SearchProcess, startNumpy, startSearching } from '../vector-scan/numpy-process.js'
import { BENCH_MODEL, HITS, QUERIES } from './bench-model.js'
import type { ScaleKb } from './build-kb.js'
import { quantile, type WarmResult, type Way } from './results.js'

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url))
/** Rows may trade places where their scores are as near as this: float32 sums in another order. */
const TOLERANCE = 1e-6

export interface WarmPlan {
  readonly python: string
  readonly chunks: number
  readonly ways: readonly Way[]
  readonly rounds: number
  /** Queries in a round. */
  readonly batch: number
}

/** Every way answers the same queries, taking turns, so that a busy machine slows all of them. */
export async function measureWarm(kb: ScaleKb, plan: WarmPlan): Promise<WarmResult[]> {
  const searching = plan.ways.map((way) => ({ way, process: start(way, kb, plan), batches: [] as Batch[] }))
  try {
    // The first search loads what later ones scan.
    for (const { process } of searching) await process.run(0, 2)
    for (let round = 0; round < plan.rounds; round++) {
      for (const { process, batches } of searching) {
        batches.push(await process.run((round * plan.batch) % QUERIES, plan.batch))
      }
    }
    const reference = searching[0]?.batches ?? []
    return searching.map(({ way, process, batches }) =>
      summary(way, batches, { reference, pid: process.pid }),
    )
  } finally {
    for (const { process } of searching) process.close()
  }
}

function start(way: Way, kb: ScaleKb, { python, chunks }: WarmPlan): SearchProcess {
  if (way !== 'NumPy') return startSearching(process.execPath, ['--import', 'tsx', SERVE, kb.root, way])
  return startNumpy(python, [kb.vectors, chunks, BENCH_MODEL.dim, kb.queries, QUERIES, HITS].map(String))
}

function summary(
  way: Way,
  batches: readonly Batch[],
  { reference, pid }: { readonly reference: readonly Batch[]; readonly pid: number },
): WarmResult {
  const ms = batches.flatMap((batch) => batch.ms)
  const hits = batches.flatMap((batch) => batch.hits)
  const expected = reference.flatMap((batch) => batch.hits)
  return {
    way,
    p50: quantile(ms, 0.5),
    p95: quantile(ms, 0.95),
    best: Math.min(...ms),
    peakBytes: peakMemory(pid),
    agreed: way === 'search' ? null : hits.filter((one, n) => agrees(one, expected[n])).length,
  }
}

type Hits = Batch['hits'][number]

function agrees(ours: Hits, theirs: Hits | undefined): boolean {
  if (theirs === undefined || ours.rows.length !== theirs.rows.length) return false
  const scores = new Map(theirs.rows.map((row, i) => [row, theirs.scores[i] ?? 0]))
  const last = theirs.scores.at(-1) ?? 0
  return ours.rows.every((row, i) => {
    const place = theirs.scores[i] ?? 0
    return (
      Math.abs((ours.scores[i] ?? 0) - place) <= TOLERANCE &&
      Math.abs((scores.get(row) ?? last) - place) <= TOLERANCE
    )
  })
}

/** `VmHWM` of Linux; null elsewhere. */
function peakMemory(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
  } catch {
    return null
  }
}
