/**
 * Real clients against `pnk serve`: every scenario of `@modelcontextprotocol/conformance` that applies, over HTTP, and
 * the command line of `@modelcontextprotocol/inspector`, over stdio, whose strict look at the schemas has to find nothing.
 *
 *   node_modules/.bin/tsx tools/mcp/run.ts
 *
 * Both need Node 22 or later, so they run on the Node that the npm package `node` carries. The server runs on the Node
 * of this process. The build has to be up to date.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPO_ROOT } from '../gates/workspace.js'
import { SCENARIOS } from './applicable.js'
import { withToken } from './with-token.js'

const PNK = join(REPO_ROOT, 'packages/cli/bin/run.js')
const CLIENTS = {
  '@modelcontextprotocol/conformance': '0.1.16',
  '@modelcontextprotocol/inspector': '2.12.0',
  node: '24',
}

interface Outcome {
  readonly name: string
  readonly isOk: boolean
  readonly output: string
}

function run(program: string, args: readonly string[], cwd: string): Outcome {
  const env = { ...process.env, HOME: cwd }
  const { status, stdout, stderr } = spawnSync(program, [...args], {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 300_000,
  })
  return { name: args.join(' '), isOk: status === 0, output: `${stdout}${stderr}` }
}

function needed({ isOk, output, name }: Outcome): string {
  if (!isOk) throw new Error(`${name} failed\n${output}`)
  return output
}

/** Installs the clients into an empty folder; gives the commands that start them. */
function installClients(folder: string) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: CLIENTS }))
  needed(run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], folder))
  const modules = join(folder, 'node_modules')
  const node = join(modules, 'node/bin/node')
  const inside = (path: string) => join(modules, '@modelcontextprotocol', path)
  return {
    conformance: (...args: string[]) => run(node, [inside('conformance/dist/index.js'), ...args], folder),
    inspector: (...args: string[]) =>
      run(node, [inside('inspector/clients/launcher/build/index.js'), '--cli', ...args], folder),
  }
}

type Clients = ReturnType<typeof installClients>

function syncedDemo(folder: string): string {
  const kb = join(folder, 'kb')
  cpSync(join(REPO_ROOT, 'corpora/demo-kb'), kb, {
    recursive: true,
    filter: (path) => !path.endsWith('.pinakes'),
  })
  needed(run(process.execPath, [PNK, 'sync', '--kb', kb], folder))
  return kb
}

/** The server over HTTP, and the way to it that needs no token. */
async function servedOverHttp(kb: string) {
  const child = spawn(process.execPath, [PNK, 'serve', kb, '--http'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const { url, token } = await new Promise<{ url: string; token: string }>((done, fail) => {
    let said = ''
    child.on('exit', () => fail(new Error(`pnk serve ended: ${said}`)))
    child.stderr.on('data', (chunk) => {
      said += chunk
      const [, at = ''] = /at (http:\S+);/.exec(said) ?? []
      const [, secret = ''] = /^token: (\S+)$/m.exec(said) ?? []
      if (secret !== '') done({ url: at, token: secret })
    })
  })
  const proxy = await withToken(new URL(url), token)
  return {
    url: proxy.url,
    async close() {
      await proxy.close()
      child.removeAllListeners('exit')
      const ended = new Promise((done) => child.on('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}

function listedScenarios({ conformance }: Clients): string[] {
  const listed = needed(conformance('list', '--server'))
  return [...listed.matchAll(/^\s*- ([\w-]+)/gm)].map(([, name = '']) => name)
}

/** Asynchronous, because the way to the server is a part of this process. */
function runScenario(folder: string, name: string, url: string): Promise<Outcome> {
  const modules = join(folder, 'node_modules')
  const args = [
    ...[join(modules, '@modelcontextprotocol/conformance/dist/index.js'), 'server'],
    ...['--url', url, '--scenario', name],
  ]
  return new Promise((done) => {
    const child = spawn(join(modules, 'node/bin/node'), args, { cwd: folder })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('exit', (code) => done({ name: `conformance ${name}`, isOk: code === 0, output }))
  })
}

function inspect({ inspector }: Clients, kb: string): Outcome[] {
  const server = [process.execPath, PNK, 'serve', kb]
  const ask = (...args: string[]) => ({
    ...inspector(...server, ...args),
    name: `inspector ${args.join(' ')}`,
  })
  const strict = ask('--method', 'tools/list', '--strict')
  const search = ask(
    ...['--method', 'tools/call', '--tool-name', 'pinakes_search'],
    '--tool-arg',
    'query=lighthouse',
  )
  return [
    { ...strict, isOk: strict.isOk && !/^(?:Warning|Error): tool /m.test(strict.output) },
    { ...search, isOk: search.isOk && search.output.includes('structuredContent') },
    ask('--method', 'resources/list'),
    ask('--method', 'resources/templates/list'),
    ask('--method', 'prompts/list'),
    ask(...['--method', 'prompts/get', '--prompt-name', 'pinakes_cite'], '--prompt-args', 'question=why'),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'pinakes-mcp-'))
try {
  const clients = installClients(folder)
  const kb = syncedDemo(folder)
  const listed = listedScenarios(clients)
  const unknown = listed.filter((name) => !Object.hasOwn(SCENARIOS, name))
  const gone = Object.keys(SCENARIOS).filter((name) => !listed.includes(name))
  if (listed.length === 0 || unknown.length + gone.length > 0) {
    throw new Error(`tools/mcp/applicable.ts: new: ${unknown.join(', ')}; gone: ${gone.join(', ')}`)
  }
  const outcomes: Outcome[] = []
  const server = await servedOverHttp(kb)
  for (const name of listed.filter((one) => SCENARIOS[one] === null)) {
    outcomes.push(await runScenario(folder, name, server.url))
  }
  await server.close()
  outcomes.push(...inspect(clients, kb))
  for (const { name, isOk, output } of outcomes)
    console.log(`${isOk ? 'ok    ' : 'FAILED'} ${name}${isOk ? '' : `\n${output}`}`)
  for (const [name, why] of Object.entries(SCENARIOS))
    if (why !== null) console.log(`n/a    conformance ${name}: ${why}`)
  const failed = outcomes.filter(({ isOk }) => !isOk).length
  console.log(`${outcomes.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
