/**
 * Exact top-k over float32 vectors: our kernels against NumPy on the same vectors, taking turns in one run. The int8
 * search compares its candidates by their float32 vectors, here from memory.
 *
 *     node_modules/.bin/tsx tools/bench/vector-scan/run.ts [rows=50000] [dim=384] [k=50]
 *
 * Prints medians over all queries, their ratio, and whether the ids agree; exits 1 if they do not (rows may trade
 * places only where their scores are within 1e-6). Needs python3; NumPy goes to a folder under the system's
 * temporary directory.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { codeRows, createCodeScan, createFloat32Scan, type ScanHit, searchCodes } from '@pinakes/index'
import { pythonWithNumpy, startNumpy } from './numpy-process.js'

const ROUNDS = 20
const QUERIES_A_ROUND = 10
const TOLERANCE = 1e-6

const [rows = 50_000, dim = 384, k = 50] = process.argv.slice(2).map(Number)

/** Unit vectors from a seeded generator (mulberry32), Gaussian by the sum of uniform numbers. */
function unitVectors(count: number, seed: number): Float32Array {
  let state = seed
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const vectors = new Float32Array(count * dim)
  for (let row = 0; row < count; row++) {
    const vector = vectors.subarray(row * dim, (row + 1) * dim)
    for (let i = 0; i < dim; i++) vector[i] = uniform() + uniform() + uniform() - 1.5
    const norm = Math.hypot(...vector)
    for (let i = 0; i < dim; i++) vector[i] = (vector[i] ?? 0) / norm
  }
  return vectors
}

/** Whether two rankings are the same but for neighbours whose scores are within the tolerance. */
function agrees(ours: readonly ScanHit[], theirs: readonly number[], scores: readonly number[]): boolean {
  const kth = scores.at(-1) ?? 0
  const byRow = new Map(theirs.map((row, i) => [row, scores[i] ?? 0]))
  return ours.every((hit, i) => {
    const score = byRow.get(hit.row) ?? kth
    return Math.abs(score - (scores[i] ?? 0)) <= TOLERANCE && Math.abs(score - hit.score) <= TOLERANCE
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** The exact scores of some rows, best first, from the whole table. */
function exactScores(query: Float32Array, rows: readonly number[]): ScanHit[] {
  for (const [i, row] of rows.entries()) {
    few.vectors.set(vectors.subarray(row * dim, (row + 1) * dim), i * dim)
  }
  few.rows = rows.length
  return few.topK(query, rows.length).map(({ row, score }) => ({ row: rows[row] ?? -1, score }))
}

const home = join(tmpdir(), 'pinakes-bench-vector-scan')
mkdirSync(home, { recursive: true })
const python = pythonWithNumpy(home)
const folder = mkdtempSync(join(home, 'run-'))
const vectors = unitVectors(rows, 1)
const queries = unitVectors(ROUNDS * QUERIES_A_ROUND, 2)
const files = { vectors: join(folder, 'vectors.f32'), queries: join(folder, 'queries.f32') }
writeFileSync(files.vectors, vectors)
writeFileSync(files.queries, queries)

const exact = createFloat32Scan({ dim, capacity: rows })
exact.vectors.set(vectors)
exact.rows = rows
const codes = createCodeScan({ dim, capacity: rows })
codeRows(vectors, dim, codes, 0)
codes.rows = rows
const few = createFloat32Scan({ dim, capacity: Math.min(rows, 100 * k) })

const numpy = startNumpy(
  python,
  [files.vectors, rows, dim, files.queries, ROUNDS * QUERIES_A_ROUND, k].map(String),
)
const times = { ours: [] as number[], int8: [] as number[], numpy: [] as number[] }
let agreed = 0
let same = 0
for (let round = 0; round < ROUNDS; round++) {
  const first = round * QUERIES_A_ROUND
  const batch = await numpy.run(first, QUERIES_A_ROUND)
  times.numpy.push(...batch.ms)
  for (let i = 0; i < QUERIES_A_ROUND; i++) {
    const query = queries.subarray((first + i) * dim, (first + i + 1) * dim)
    const started = performance.now()
    const hits = exact.topK(query, k)
    times.ours.push(performance.now() - started)
    const theirs = batch.hits[i]
    if (theirs !== undefined && agrees(hits, theirs.rows, theirs.scores)) agreed++
  }
  for (let i = 0; i < QUERIES_A_ROUND; i++) {
    const query = queries.subarray((first + i) * dim, (first + i + 1) * dim)
    const started = performance.now()
    const hits = searchCodes(codes, query, { k, exact: (some) => exactScores(query, some) })
    times.int8.push(performance.now() - started)
    if (isDeepStrictEqual(hits, exact.topK(query, k))) same++
  }
}
numpy.close()
rmSync(folder, { recursive: true })

const total = ROUNDS * QUERIES_A_ROUND
console.log(`${rows} x ${dim}, top ${k}, median of ${total} queries`)
console.log(`  float32 kernel  ${median(times.ours).toFixed(2)} ms`)
console.log(`  int8 search     ${median(times.int8).toFixed(2)} ms`)
console.log(`  NumPy float32   ${median(times.numpy).toFixed(2)} ms`)
console.log(`  kernel / NumPy  ${(median(times.ours) / median(times.numpy)).toFixed(2)}`)
console.log(`  int8 / NumPy    ${(median(times.int8) / median(times.numpy)).toFixed(2)}`)
console.log(`  same ids        ${agreed} of ${total} queries; by int8 the same hits in ${same}`)
process.exitCode = agreed === total && same === total ? 0 : 1
