/**
 * The packed-install test: `pnpm pack` of every package, `npm install` of the tarballs into an empty folder
 * with an empty HOME, then `pnk init`, `sync` and `search` there with the network refused.
 *
 *   node tools/packed/check.mjs               the Node that runs this
 *   node tools/packed/check.mjs --node 24     another Node, from the npm package `node`
 *   node tools/packed/check.mjs --examples    also the programs of examples/ on the installed packages
 *   node tools/packed/check.mjs --e2e all     also the end-to-end suite against the installed command
 *   node tools/packed/check.mjs --e2e native  of that suite, what another Node could change
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { runExamples } from './examples.mjs'
import { bytesBelow, installPacked, pnkRefusingNetwork } from './install.mjs'
import { packAll, REPO_ROOT } from './pack.mjs'

const { values } = parseArgs({
  options: { node: { type: 'string' }, e2e: { type: 'string' }, examples: { type: 'boolean' } },
})

/** Parts of the end-to-end suite; `native`: processes, signals, streams, sockets, file events, SQLite, start-up. */
const SUITES = {
  all: [''],
  native: [
    'eval',
    'graph',
    'hooks',
    'init',
    'linked-kbs',
    'models',
    'process',
    'read',
    'search',
    'serve',
    'start',
    'sync',
    'terminal',
    'watch',
  ].map((name) => `${name}.test.ts`),
}
const suite = values.e2e === undefined ? [] : SUITES[values.e2e]
if (suite === undefined) throw new Error(`--e2e takes ${Object.keys(SUITES).join(' or ')}, not ${values.e2e}`)

const scratch = mkdtempSync(join(tmpdir(), 'pinakes-packed-'))
// Some end-to-end tests run what is installed here as another user.
chmodSync(scratch, 0o755)
try {
  const tarballs = packAll(join(scratch, 'tarballs'))
  const folder = join(scratch, 'newcomer')
  const home = join(scratch, 'home')
  const started = performance.now()
  const { node, bin, seconds } = installPacked({ folder, home, tarballs, withNode: values.node ?? null })
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()

  const log = join(scratch, 'record')
  const recorder = pathToFileURL(join(REPO_ROOT, 'tools/gates/paid/recorder.mjs')).href
  const pnk = (...args) => {
    const done = pnkRefusingNetwork({ node, bin, args, cwd: folder, home, recorder, log })
    if (done.status !== 0)
      throw new Error(`pnk ${args.join(' ')} exited with ${done.status}\n${done.stdout}\n${done.stderr}`)
    return done.stdout
  }
  const kb = join(folder, 'kb')
  pnk('init', kb)
  cpSync(join(REPO_ROOT, 'corpora/demo-kb/docs'), join(kb, 'docs'), {
    recursive: true,
    filter: (source) => !source.endsWith('.pnk.yaml'),
  })
  pnk('sync', '--kb', kb)
  const answer = JSON.parse(pnk('search', '--kb', kb, '--json', 'who keeps the lighthouse'))
  const toAnswer = (performance.now() - started) / 1000
  if (answer.passages.length === 0) throw new Error('the installed pnk found nothing in the demo documents')
  const network = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('network '))
  if (network.length > 0) throw new Error(`the free path tried the network:\n${network.join('\n')}`)

  console.log(`packed install on Node ${version}: ok, ${answer.passages.length} passages, no network`)
  console.log(`  installed size  ${(bytesBelow(join(folder, 'node_modules')) / 2 ** 20).toFixed(1)} MiB`)
  console.log(`  npm install     ${seconds.toFixed(1)} s`)
  console.log(`  to first answer ${toAnswer.toFixed(1)} s, from the start of npm install`)

  if (values.examples) {
    await runExamples({ node, folder, kb, home })
    console.log('examples on the packed packages: ok')
  }

  if (suite.length > 0) {
    const done = spawnSync(
      process.execPath,
      [
        join(REPO_ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...suite.map((file) => `packages/cli/test/e2e/${file}`),
      ],
      { cwd: REPO_ROOT, stdio: 'inherit', env: { ...process.env, PNK_BIN: bin, PNK_NODE: node } },
    )
    process.exitCode = done.status ?? 1
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
