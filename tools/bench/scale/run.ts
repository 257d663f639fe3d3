/**
 * Search at three sizes, by every tier, beside NumPy on the same vectors; writes docs/scale.md and docs/scale.svg.
 *
 *     pnpm build && node_modules/.bin/tsx tools/bench/scale/run.ts [--chunks 10000,50000,100000,1000000] [--folder FOLDER]
 *
 * Sizes that are not measured keep their figures. Indexes stay in the folder, by default one under the system's
 * temporary directory, and are used again: delete it when the index format changes. Exits 1 if a tier finds other
 * chunks than NumPy. Needs python3; NumPy is installed beside the indexes. A million chunks need 8 GB of disk.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SCHEMA_VERSION } from '@pinakes/index'
import { pythonWithNumpy } from '../vector-scan/numpy-process.js'
import { scaleKb } from './build-kb.js'
import { measureCold } from './measure-cold.js'
import { measureWarm } from './measure-warm.js'
import { renderPage } from './page.js'
import type { ScaleResults, SizeResult, Way } from './results.js'
import { writeDocs } from './write-docs.js'

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '10000,50000,100000,1000000' },
    folder: { type: 'string', default: join(tmpdir(), 'pinakes-bench-scale', SCHEMA_VERSION) },
  },
})

/** From here on sqlite-vec takes seconds for a query, and fewer queries have to do. */
const LARGE = 500_000

async function measure(chunks: number, python: string): Promise<SizeResult> {
  const kb = scaleKb(values.folder, chunks)
  const isLarge = chunks >= LARGE
  const tiers = isLarge ? (['exact', 'int8'] as const) : (['exact', 'int8', 'sqlite-vec'] as const)
  const ways: Way[] = ['NumPy', ...tiers, 'search']
  const [rounds, batch] = isLarge ? [6, 5] : [20, 10]
  const cold = tiers.map((tier) => measureCold(kb.root, tier, isLarge ? 3 : 7))
  const warm = await measureWarm(kb, { python, chunks, ways, rounds, batch })
  return { chunks, queries: rounds * batch, indexBytes: kb.indexBytes, warm, cold }
}

const RESULTS = fileURLToPath(new URL('results.json', import.meta.url))

function before(): readonly SizeResult[] {
  try {
    return (JSON.parse(readFileSync(RESULTS, 'utf8')) as ScaleResults).sizes
  } catch {
    return []
  }
}

mkdirSync(values.folder, { recursive: true })
const python = pythonWithNumpy(values.folder)
for (const chunks of values.chunks.split(',').map(Number)) {
  const size = await measure(chunks, python)
  const others = before().filter((other) => other.chunks !== chunks)
  const results: ScaleResults = {
    machine: `${cpus().length} cores, Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 10),
    sizes: [...others, size].sort((a, b) => a.chunks - b.chunks),
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  writeDocs(results)
  console.log(renderPage({ ...results, sizes: [size] }))
  if (size.warm.some(({ agreed }) => agreed !== null && agreed < size.queries)) process.exitCode = 1
}
