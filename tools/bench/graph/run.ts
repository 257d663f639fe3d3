/**
 * Deriving the graph against SQL that derives the same rows, and what each graph channel adds to a search.
 *
 *     node_modules/.bin/tsx tools/bench/graph/run.ts [--chunks 50000,170000] [--rounds 5] [--index FILE] [--queries 200]
 *
 * With `--index` a copy of that index is measured, and no expansion.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BENCH_MODEL } from '../scale/bench-model.js'
import { BENCH_KB, buildIndex } from './build-index.js'
import { type DerivationFigures, measureDerivation } from './derivation.js'
import { measureExpansion } from './expansion.js'

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '50000,170000' },
    rounds: { type: 'string', default: '5' },
    queries: { type: 'string', default: '200' },
    index: { type: 'string' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'pinakes-bench-graph-'))
try {
  if (values.index === undefined) for (const chunks of values.chunks.split(',').map(Number)) measure(chunks)
  else measureCopy(values.index)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measureCopy(index: string): void {
  const path = join(folder, 'index.db')
  copyFileSync(index, path)
  if (existsSync(`${index}-wal`)) copyFileSync(`${index}-wal`, `${path}-wal`)
  printDerivation(measureDerivation(path, Number(values.rounds)))
}

function measure(chunks: number): void {
  const path = join(folder, `${chunks}.db`)
  const queries = buildIndex(path, chunks, Number(values.queries))
  printDerivation(measureDerivation(path, Number(values.rounds)))
  for (const channel of ['expand', 'ppr'] as const) printExpansion(path, channel, queries)
  rmSync(path)
}

function printExpansion(path: string, channel: 'expand' | 'ppr', queries: Float32Array): void {
  const { firstMs, p50Ms, p95Ms, slowestMs, cpuMs, found } = measureExpansion(path, {
    channel,
    kbId: BENCH_KB,
    dim: BENCH_MODEL.dim,
    queries,
  })
  print(
    `${channel}: first ${firstMs.toFixed(1)} ms, warm ${cpuMs.toFixed(1)} ms of processor time; p50 ${p50Ms.toFixed(1)}, p95 ${p95Ms.toFixed(1)}, ` +
      `slowest ${slowestMs.toFixed(1)} ms; ${found.toFixed(0)} chunks found`,
  )
}

function printDerivation({
  census,
  chunks,
  edges,
  graphBytes,
  indexBytes,
  ours,
  sql,
}: DerivationFigures): void {
  const kinds = Object.entries(census.edges).map(([kind, count]) => `${kind}=${count}`)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const each = ((1e3 * ours.cpuMs) / (chunks + edges)).toFixed(2)
  print(`${chunks} chunks, ${edges} edges: ${kinds.join(' ')}`)
  print(`graph ${mb(graphBytes)} of ${mb(indexBytes)}`)
  print(
    `derivation ${ours.cpuMs.toFixed(0)} ms of processor time, ${each} µs a chunk or edge; ` +
      `SQL ${sql.cpuMs.toFixed(0)} ms: ${(ours.cpuMs / sql.cpuMs).toFixed(2)} x`,
  )
  print(
    `wall clock ${ours.wallMs.toFixed(0)} ms, SQL ${sql.wallMs.toFixed(0)} ms: ${(ours.wallMs / sql.wallMs).toFixed(2)} x`,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
