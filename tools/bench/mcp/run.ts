/**
 * What `pnk serve` costs, over a knowledge base of about 100,000 passages of made-up text:
 *
 *   node_modules/.bin/tsx tools/bench/mcp/run.ts [--chunks 100000] [--rounds 15] [--calls 1000] [--seconds 60] [--json]
 *
 * From spawn to the answer of `initialize`, as a multiple of `node -e 0` measured in turns with it; the first search
 * after it; memory when idle, after `--calls` calls in sequence, and with 8 clients over HTTP at once for `--seconds`.
 * The build has to be up to date.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { REPO_ROOT } from '../../gates/workspace.js'
import { median, quantile } from '../onnx/statistics.js'
import { residentMiB } from './resident-memory.js'
import { buildServedKb, QUERIES } from './served-kb.js'

const PNK = join(REPO_ROOT, 'packages/cli/bin/run.js')
const CLIENTS = 8

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '15' },
    calls: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
})

interface Spread {
  readonly median: number
  readonly p95: number
}

const spread = (times: readonly number[]): Spread => ({ median: median(times), p95: quantile(times, 0.95) })

const INITIALIZE = `${JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`

/** Milliseconds from spawn to the first answer. */
function handshake(kb: string): Promise<number> {
  return new Promise((done) => {
    const began = performance.now()
    const child = spawn(process.execPath, [PNK, 'serve', kb], { stdio: ['pipe', 'pipe', 'ignore'] })
    let elapsed = 0
    child.stdout.once('data', () => {
      elapsed = performance.now() - began
      child.stdin.end()
    })
    child.on('exit', () => done(elapsed))
    child.stdin.write(INITIALIZE)
  })
}

function emptyNode(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - began
}

async function startUp(kb: string, rounds: number) {
  const [node, server]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds; i++) {
    node.push(emptyNode())
    server.push(await handshake(kb))
  }
  return { nodeMs: median(node), initializeMs: median(server), ratio: median(server) / median(node) }
}

const query = (i: number) => QUERIES[i % QUERIES.length] ?? ''

/** Searches and reads in turns; throws on the first error. */
async function call(client: Client, i: number, ids: string[]): Promise<number> {
  const began = performance.now()
  const doc = ids[i % Math.max(1, ids.length)]
  const request =
    i % 3 === 2 && doc !== undefined
      ? { name: 'pinakes_get', arguments: { doc_id: doc } }
      : { name: 'pinakes_search', arguments: { query: query(i) } }
  const result = await client.callTool(request)
  if (result.isError) throw new Error(JSON.stringify(result.content))
  const { passages = [] } = result.structuredContent as { passages?: { doc_id: string }[] }
  for (const { doc_id } of passages) if (ids.length < 100) ids.push(doc_id)
  return performance.now() - began
}

async function inSequence(kb: string, calls: number) {
  const transport = new StdioClientTransport({ command: process.execPath, args: [PNK, 'serve', kb] })
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(transport)
  const pid = transport.pid ?? 0
  const idleMiB = residentMiB(pid)
  const ids: string[] = []
  const firstSearchMs = await call(client, 0, ids)
  const times: number[] = []
  const memory: number[] = [residentMiB(pid)]
  for (let i = 0; i < calls; i++) {
    times.push(await call(client, i, ids))
    if ((i + 1) % Math.ceil(calls / 10) === 0) memory.push(residentMiB(pid))
  }
  await client.close()
  return { idleMiB, firstSearchMs, calls: times.length, callMs: spread(times), memoryMiB: memory }
}

async function overHttp(kb: string, seconds: number) {
  const child = spawn(process.execPath, [PNK, 'serve', kb, '--http'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const { url, token } = await new Promise<{ url: string; token: string }>((done) => {
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
      const [, at = ''] = /at (http:\S+);/.exec(said) ?? []
      const [, secret = ''] = /^token: (\S+)$/m.exec(said) ?? []
      if (secret !== '') done({ url: at, token: secret })
    })
  })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  const memory: number[] = []
  const timer = setInterval(() => memory.push(residentMiB(child.pid ?? 0)), (seconds * 1000) / 12)
  let errors = 0
  const busy = async (_: unknown, start: number) => {
    const client = new Client({ name: 'bench', version: '1' })
    const requestInit = { headers: { Authorization: `Bearer ${token}` } }
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit })
    await client.connect(transport as Parameters<typeof client.connect>[0])
    const ids: string[] = []
    for (let i = start; performance.now() < until; i++) {
      await call(client, i, ids).then(
        (ms) => times.push(ms),
        () => errors++,
      )
    }
    await client.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, busy))
  clearInterval(timer)
  const ended = new Promise((done) => child.on('exit', done))
  child.kill('SIGTERM')
  await ended
  return { clients: CLIENTS, seconds, calls: times.length, errors, callMs: spread(times), memoryMiB: memory }
}

const scratch = mkdtempSync(join(tmpdir(), 'pinakes-mcp-bench-'))
try {
  const kb = buildServedKb(scratch, Number(values.chunks))
  const figures = {
    node: process.version,
    passages: Number(values.chunks),
    startUp: await startUp(kb, Number(values.rounds)),
    stdio: await inSequence(kb, Number(values.calls)),
    http: await overHttp(kb, Number(values.seconds)),
  }
  console.log(JSON.stringify(figures, null, values.json ? undefined : 2))
  if (figures.http.errors > 0) process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
