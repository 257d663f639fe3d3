/**
 * Sync against what it cannot beat. Whole processes, so that start-up counts; contestants take turns, so that a busy
 * machine slows both; medians are compared.
 *
 *     node_modules/.bin/tsx tools/bench/sync/run.ts [--rounds 5] [--documents 1000] [--unchanged 5000]
 *         [--texts FOLDER] [--only first|unchanged] [--json]
 *
 * Texts are the Markdown files of FOLDER if it has enough of them, else made up.
 *
 * `first`: the first sync of Markdown files (sidecars, chunks, vectors, full text) with the built-in model, against a
 * program that reads, hashes and inserts the same texts into one FTS5 table. Bound: 5 times.
 * `unchanged`: a sync with nothing to do, against `git status` on the same tree; every document has a sidecar, so there
 * are twice as many files as documents. Bound: 2 times. Build the packages first.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { markdownTexts } from './corpus.js'
import { makeKb } from './make-kb.js'
import { line, median, timeProcess } from './measure.js'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    documents: { type: 'string', default: '1000' },
    unchanged: { type: 'string', default: '5000' },
    texts: { type: 'string', default: '' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'pinakes-bench-sync-'))
const results: Record<string, unknown> = {}
const say = (text: string): void => {
  if (!values.json) console.log(text)
}

function first(): void {
  const { source, texts } = markdownTexts(values.texts, Number(values.documents))
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  say(`first sync: ${texts.length} Markdown files, ${megabytes.toFixed(1)} MB, ${source}`)
  const [floor, sync]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const root = join(folder, `first-${round}`)
    makeKb(root, texts)
    floor.push(timeProcess([process.execPath, here('floor.mjs'), root, join(folder, `floor-${round}.db`)]))
    sync.push(timeProcess([process.execPath, here('sync-once.mjs'), root]))
    rmSync(root, { recursive: true })
  }
  const ratio = median(sync) / median(floor)
  say(line('read, hash, one FTS5 table', floor))
  say(line('sync', sync))
  say(`ratio ${ratio.toFixed(2)}, bound 5\n`)
  results.first = { megabytes, floorMs: median(floor), syncMs: median(sync), ratio }
}

function unchanged(): void {
  const count = Number(values.unchanged)
  const root = join(folder, 'unchanged')
  makeKb(
    root,
    Array.from({ length: count }, (_, i) => `# Document ${i}\n\nSome words of document ${i}.\n`),
  )
  say(`nothing changed: ${count} documents and as many sidecars`)
  const git = (...args: string[]) => ['git', '-C', root, '-c', 'user.name=b', '-c', 'user.email=b@b', ...args]
  const sync = [process.execPath, here('sync-once.mjs'), root]
  const pnk = [process.execPath, here('../../../packages/cli/bin/run.js'), 'sync', '--kb', root]
  timeProcess(sync)
  for (const command of [
    git('init', '-q'),
    git('add', '-A'),
    git('commit', '-q', '-m', 'all'),
    git('status'),
  ]) {
    timeProcess(command)
  }
  // The first run after a change hashes what was too fresh to be trusted; the second leaves word that all is settled.
  timeProcess(sync)
  timeProcess(sync)
  const times: Record<string, number[]> = { 'node, an empty program': [], 'git status': [], sync: [] }
  const commands: Record<string, string[]> = {
    'node, an empty program': [process.execPath, '-e', '0'],
    'git status': git('status'),
    sync,
    ...(existsSync(pnk[1] ?? '') ? { 'pnk sync': pnk } : {}),
  }
  for (let round = 0; round < rounds * 3; round++) {
    for (const [name, command] of Object.entries(commands)) {
      const list = times[name] ?? []
      times[name] = list
      list.push(timeProcess(command))
    }
  }
  for (const [name, list] of Object.entries(times)) say(line(name, list))
  const ratio = median(times.sync ?? []) / median(times['git status'] ?? [])
  say(`ratio ${ratio.toFixed(2)}, bound 2`)
  results.unchanged = {
    files: count * 2,
    ratio,
    ...Object.fromEntries(Object.entries(times).map(([k, v]) => [k, median(v)])),
  }
}

try {
  if (values.only !== 'unchanged') first()
  if (values.only !== 'first') unchanged()
  if (values.json) console.log(JSON.stringify(results))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
