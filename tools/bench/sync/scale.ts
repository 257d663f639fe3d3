/**
 * What a sync costs as the corpus grows, and on single huge files. Whole `pnk` processes.
 *
 *     node_modules/.bin/tsx tools/bench/sync/scale.ts [--documents 10000,30000,100000] [--rounds 5]
 *         [--only corpus|files] [--json]
 *
 * `corpus`: generated small documents; time and peak memory (resident) of the first sync, of a rebuild and of a sync
 * with nothing to do, and the latter's time against `git status` on the same tree. Memory is given per document too,
 * beyond that of the smallest corpus. `files`: time of a sync of each huge file beyond that of a sync of a small one,
 * against 2 times its hashing plus 1 s. Build the packages first.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type HugeFile, hugeFiles } from './huge-files.js'
import { makeKb } from './make-kb.js'
import { line, median, timeProcess } from './measure.js'

const PEAK = new URL('report-peak.mjs', import.meta.url).href
const PNK = fileURLToPath(new URL('../../../packages/cli/bin/run.js', import.meta.url))

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000,30000,100000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'pinakes-scale-'))
const results: Record<string, unknown> = {}
const say = (text: string): void => {
  if (!values.json) console.log(text)
}

interface Cost {
  readonly ms: number
  readonly peakMb: number
  readonly status: number | null
}

function cost(root: string, ...flags: string[]): Cost {
  const started = performance.now()
  const run = spawnSync(
    process.execPath,
    ['--import', PEAK, PNK, 'sync', '--quiet', '--kb', root, ...flags],
    {
      encoding: 'utf8',
    },
  )
  const ms = performance.now() - started
  const peak = Number(/^peak (\d+)$/m.exec(run.stderr)?.[1])
  return { ms, peakMb: peak / 1e6, status: run.status }
}

function shown(name: string, { ms, peakMb }: Cost): string {
  return `${name.padEnd(34)} ${(ms / 1000).toFixed(1).padStart(8)} s  ${peakMb.toFixed(0).padStart(6)} MB`
}

function corpus(count: number): Record<string, number> {
  const root = join(folder, `corpus-${count}`)
  makeKb(
    root,
    Array.from(
      { length: count },
      (_, i) => `# Document ${i}\n\nSome words of document ${i}, and of ${i * 7919}.\n`,
    ),
  )
  const first = cost(root)
  if (first.status !== 0) throw new Error(`the first sync of ${count} documents ended with ${first.status}`)
  const git = ['git', '-C', root, '-c', 'user.name=b', '-c', 'user.email=b@b']
  for (const args of [['init', '-q'], ['add', '-A'], ['commit', '-q', '-m', 'all'], ['status']]) {
    timeProcess([...git, ...args])
  }
  // The first run after a change hashes what was too fresh to be trusted; the second leaves word that all is settled.
  const hashing = cost(root)
  cost(root)
  const times = { status: [] as number[], sync: [] as number[] }
  let settled: Cost = hashing
  for (let round = 0; round < rounds; round++) {
    times.status.push(timeProcess([...git, 'status']))
    settled = cost(root)
    times.sync.push(settled.ms)
  }
  const rebuild = cost(root, '--rebuild')
  const ratio = median(times.sync) / median(times.status)
  say(`${count} documents and as many sidecars`)
  say(shown('first sync', first))
  say(shown('rebuild', rebuild))
  say(shown('nothing to do', { ...settled, ms: median(times.sync) }))
  say(line('git status', times.status))
  say(`ratio ${ratio.toFixed(2)}\n`)
  rmSync(root, { recursive: true })
  return {
    documents: count,
    firstMs: first.ms,
    firstPeakMb: first.peakMb,
    rebuildMs: rebuild.ms,
    rebuildPeakMb: rebuild.peakMb,
    settledMs: median(times.sync),
    settledPeakMb: settled.peakMb,
    gitStatusMs: median(times.status),
    ratio,
  }
}

function growth(sizes: readonly Record<string, number>[]): void {
  const [least = {}] = sizes
  const most = sizes.at(-1) ?? {}
  const perDocument = (key: string) =>
    (((most[key] ?? 0) - (least[key] ?? 0)) * 1e6) / ((most.documents ?? 0) - (least.documents ?? 0))
  for (const key of ['firstPeakMb', 'rebuildPeakMb', 'settledPeakMb']) {
    say(`${key}: ${perDocument(key).toFixed(0)} bytes a document`)
  }
}

function hashMs(text: string): number {
  const started = performance.now()
  createHash('sha256').update(text).digest()
  return performance.now() - started
}

function huge({ name, text }: HugeFile, baseMs: number): { name: string; overMs: number; boundMs: number } {
  const content = text()
  const times: number[] = []
  let peakMb = 0
  for (let round = 0; round < rounds; round++) {
    const root = join(folder, 'huge')
    makeKb(root, ['# Small\n'])
    writeFileSync(join(root, 'docs/huge.md'), content)
    const run = cost(root)
    times.push(run.ms)
    peakMb = Math.max(peakMb, run.peakMb)
    rmSync(root, { recursive: true })
  }
  const overMs = median(times) - baseMs
  const boundMs = 2 * hashMs(content) + 1000
  say(
    `${name.padEnd(50)} ${overMs.toFixed(0).padStart(6)} ms, bound ${boundMs.toFixed(0)} ms, ${peakMb.toFixed(0)} MB`,
  )
  return { name, overMs, boundMs }
}

function files(): void {
  const base = Array.from({ length: rounds }, () => {
    const root = join(folder, 'small')
    makeKb(root, ['# Small\n'])
    const { ms } = cost(root)
    rmSync(root, { recursive: true })
    return ms
  })
  say(line('a sync of one small file', base))
  results.files = hugeFiles().map((file) => huge(file, median(base)))
}

try {
  if (values.only !== 'corpus') files()
  if (values.only !== 'files') {
    const sizes = values.documents.split(',').map((count) => corpus(Number(count)))
    if (sizes.length > 1) growth(sizes)
    results.corpus = sizes
  }
  if (values.json) console.log(JSON.stringify(results))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
