/**
 * How long `pnk` takes from start to exit, output piped, as a multiple of `node -e 0` measured in the same run:
 *
 *   node tools/bench/startup/run.mjs [--rounds 25] [--kb PATH] [--json]
 *
 * The cases are interleaved, one of each a round, so that a busy machine slows all of them alike; medians are
 * compared. Without --kb a copy of the demo knowledge base is synced in a temporary folder first. The build has to
 * be up to date.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const REPO = fileURLToPath(new URL('../../../', import.meta.url))
const PNK = join(REPO, 'packages/cli/bin/run.js')
const QUERY = 'who keeps the lighthouse'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    kb: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number of at least 1')

/** Wall-clock milliseconds of one run, which has to succeed. */
function timed(args) {
  const started = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  const elapsed = Number(process.hrtime.bigint() - started) / 1e6
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`)
  return elapsed
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function syncedDemo(scratch) {
  const kb = join(scratch, 'demo-kb')
  // With the one it is linked with beside it: a link that leads nowhere is looked into in every sync.
  for (const name of ['demo-kb', 'partner-kb']) {
    const filter = (path) => !path.endsWith('.pinakes')
    cpSync(join(REPO, 'corpora', name), join(scratch, name), { recursive: true, filter })
  }
  timed([PNK, 'sync', '--kb', kb])
  return kb
}

const scratch = mkdtempSync(join(tmpdir(), 'pnk-startup-'))
try {
  const kb = values.kb ?? syncedDemo(scratch)
  const cases = {
    'node -e 0': ['-e', '0'],
    'pnk --version': [PNK, '--version'],
    'pnk --help': [PNK, '--help'],
    'pnk search': [PNK, 'search', QUERY, '--kb', kb],
    'pnk search --json': [PNK, 'search', QUERY, '--kb', kb, '--json'],
    'pnk ls': [PNK, 'ls', '--kb', kb],
    'pnk sync (no change)': [PNK, 'sync', '--kb', kb],
  }
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(cases)) times[name].push(timed(args))
  }
  const base = median(times['node -e 0'])
  const rows = Object.entries(times).map(([name, all]) => ({
    name,
    medianMs: median(all),
    ratio: median(all) / base,
  }))
  if (values.json) console.log(JSON.stringify({ node: process.version, rounds, rows }, null, 2))
  else
    for (const { name, medianMs, ratio } of rows)
      console.log(`${name.padEnd(22)} ${medianMs.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)} x`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
