import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { addFiles, BIN, freshKb, NODE, pnk, sidecarId, startPnk } from './pnk.js'

const FILES = {
  'docs/pump.md': '# Pump\n\nThe harbour pump is repaired by Ada.\n',
  'docs/mill.md': '# Mill\n\nAn overshot wheel drives the mill.\n',
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function synced(files: Readonly<Record<string, string>> = FILES): string {
  const root = freshKb(files)
  expect(pnk(['sync', '--kb', root]).status).toBe(0)
  return root
}

/** The official client, with a server that it started itself. */
async function connected(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: NODE,
    args: [BIN, 'serve', ...args],
    stderr: 'ignore',
  })
  await client.connect(transport)
  closing.push(() => client.close())
  return client
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read by key, as clients read them
async function answer(client: Client, name: string, args: Record<string, unknown>): Promise<any> {
  const result = await client.callTool({ name, arguments: args })
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
  return result.structuredContent
}

/** A server started by hand. */
function started(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(NODE, [BIN, 'serve', ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  closing.push(async () => child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  return { child, ended, stderr: () => stderr }
}

const line = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const INITIALIZE = line(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
})

/** The next line that the server writes. */
async function firstLine({ stdout }: ChildProcessWithoutNullStreams): Promise<unknown> {
  for await (const text of createInterface({ input: stdout })) return JSON.parse(text)
  throw new Error('nothing was written')
}

describe('pnk serve', () => {
  it('lets an agent search, read, follow a link, and read on in another knowledge base', async () => {
    const two = synced({ 'docs/tides.md': '# Tides\n\nThe tides turn twice a day.\n' })
    const manifest = readFileSync(join(two, 'pinakes.toml'), 'utf8')
    writeFileSync(join(two, 'pinakes.toml'), manifest.replace(/^name *= .*/m, 'name = "tides"'))
    const [, kbId] = /^id *= *"(\w+)"/m.exec(manifest) ?? []
    const one = synced()
    const far = sidecarId(two, 'docs/tides.md')
    addFiles(one, {
      'docs/pump.md.pnk.yaml': `id: ${sidecarId(one, 'docs/pump.md')}\ntitle: Pump\nlinks:\n  - to: pnk://${kbId}/${far}\n    rel: driven by\n`,
    })
    expect(pnk(['sync', '--kb', one]).status).toBe(0)
    const client = await connected('--offline', one, two)
    const { passages } = await answer(client, 'pinakes_search', { query: 'who repairs the harbour pump' })
    expect(passages[0]).toMatchObject({ path: 'docs/pump.md', evidence: expect.stringContaining('Ada') })
    const read = await answer(client, 'pinakes_get', { doc_id: passages[0].doc_id })
    expect(read.text).toContain('The harbour pump')
    const { neighbours } = await answer(client, 'pinakes_links', { doc_id: read.id, kb: read.kb_id })
    expect(neighbours).toMatchObject([
      { rel: 'driven by', reachable: true, fetch_with: { doc_id: far, kb: kbId } },
    ])
    const there = await answer(client, 'pinakes_get', neighbours[0].fetch_with)
    expect(there.text).toContain('twice a day')
  })

  it('answers throughout a sync and a rebuild, and sees them', async () => {
    const root = synced()
    const client = await connected(root)
    const paths = async (query: string) => {
      const { passages } = await answer(client, 'pinakes_search', { query, k: 1 })
      return passages[0]?.path
    }
    expect(await paths('overshot wheel')).toBe('docs/mill.md')
    for (const flags of [[], ['--rebuild']]) {
      const name = `docs/new${flags.length}.md`
      addFiles(root, { [name]: `# New\n\nzebra${flags.length} crossing\n` })
      const sync = startPnk(['sync', '--kb', root, ...flags])
      const ended = once(sync, 'exit')
      while (sync.exitCode === null) {
        expect(await paths('overshot wheel')).toBe('docs/mill.md')
        await Promise.race([ended, new Promise((done) => setTimeout(done, 20))])
      }
      expect(await paths(`zebra${flags.length}`)).toBe(name)
    }
  })

  it('answers from an index and a folder that may only be read', async () => {
    const root = synced()
    const state = join(root, '.pinakes')
    chmodSync(join(state, 'index.db'), 0o444)
    chmodSync(state, 0o555)
    try {
      const client = await connected(root)
      const { passages } = await answer(client, 'pinakes_search', { query: 'harbour pump' })
      expect(passages[0]).toMatchObject({ path: 'docs/pump.md' })
    } finally {
      chmodSync(state, 0o755)
    }
  })

  it('writes nothing but the protocol to stdout, whatever goes wrong', async () => {
    const root = synced()
    writeFileSync(join(root, 'docs/pump.md'), 'changed\n')
    const { child, ended } = started([root])
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    const search = (id: number, args: object) =>
      line(id, 'tools/call', { name: 'pinakes_search', arguments: args })
    child.stdin.write(`${INITIALIZE}garbage\n${search(2, { query: 'pump' })}${search(3, { qery: 'x' })}`)
    while (stdout.split('\n').filter((text) => text.includes('"id"')).length < 4)
      await once(child.stdout, 'data')
    writeFileSync(join(root, '.pinakes/index.db'), 'no database')
    child.stdin.end(search(4, { query: 'pump' }))
    await ended
    for (const text of stdout.split('\n').slice(0, -1))
      expect(JSON.parse(text)).toHaveProperty('jsonrpc', '2.0')
    expect(stdout).toMatch(/"id":4/)
  })

  it('refuses on stderr, with nothing on stdout and exit code 1, what cannot be served', () => {
    const one = freshKb({})
    const run = pnk(['serve', one, one])
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toMatch(/^error: .*\nName it once\./)
    expect(pnk(['serve', join(one, 'nowhere')])).toMatchObject({ status: 1, stdout: '' })
    expect(pnk(['serve', one, '--port', '80'])).toMatchObject({ status: 2, stdout: '' })
    expect(pnk(['serve', one, '--http', '--host', '0.0.0.0'])).toMatchObject({ status: 1, stdout: '' })
    const short = pnk(['serve', one, '--http'], { env: { PINAKES_MCP_TOKEN: 'short' } })
    expect(short).toMatchObject({ status: 1, stdout: '' })
    expect(short.stderr).not.toContain('short\n')
  })
})

describe('the end of pnk serve', () => {
  it('comes with that of its input, with exit code 0', async () => {
    const { child, ended, stderr } = started([synced()])
    child.stdin.write(INITIALIZE)
    await firstLine(child)
    child.stdin.end()
    expect(await ended).toEqual([0, null])
    expect(stderr()).toBe('')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('comes by %s, with exit code 0', async (signal) => {
    const { child, ended } = started([synced()])
    child.stdin.write(INITIALIZE)
    await firstLine(child)
    child.kill(signal)
    expect(await ended).toEqual([0, null])
  })

  it('comes when nobody reads a big answer any more: no dump, no loop', async () => {
    const root = synced({ 'docs/long.md': `# Long\n\n${'A few words of text.\n\n'.repeat(4000)}` })
    const { child, ended, stderr } = started([root])
    child.stdin.write(INITIALIZE)
    await firstLine(child)
    child.stdout.destroy()
    const doc_id = sidecarId(root, 'docs/long.md')
    for (let id = 2; id < 12; id++) {
      child.stdin.write(line(id, 'tools/call', { name: 'pinakes_get', arguments: { doc_id } }))
    }
    child.stdin.on('error', () => undefined)
    const [code] = await ended
    expect(code).toBe(0)
    expect(stderr()).not.toMatch(/\bat .+:\d+:\d+/)
  })

  it('comes with that of its input when nobody reads what was answered', async () => {
    const root = synced({ 'docs/long.md': `# Long\n\n${'A few words of text.\n\n'.repeat(4000)}` })
    const { child, ended } = started([root])
    child.stdin.write(INITIALIZE)
    const doc_id = sidecarId(root, 'docs/long.md')
    for (let id = 2; id < 32; id++) {
      child.stdin.write(line(id, 'tools/call', { name: 'pinakes_get', arguments: { doc_id } }))
    }
    child.stdin.end()
    expect(await ended).toEqual([0, null])
  })

  it('comes when the process that started it is killed, though its input stays open', async () => {
    const root = synced()
    // A shell that hands its own stdin on: this process keeps the other end open.
    const script = `exec 3<&0; "$0" "$1" serve "$2" <&3 & echo $! >&2; wait`
    const shell = spawn('sh', ['-c', script, NODE, BIN, root])
    closing.push(async () => shell.kill('SIGKILL'))
    const [pid] = (await once(shell.stderr, 'data')) as [Buffer]
    shell.stdin.write(INITIALIZE)
    await firstLine(shell)
    shell.kill('SIGKILL')
    await gone(Number(pid.toString()))
  })
})

/** Resolves once no process has that id. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((done) => setTimeout(done, 20))
  }
}

describe('pnk serve --http', () => {
  async function serving(args: readonly string[], env: Record<string, string> = {}) {
    const server = started(['--http', ...args], env)
    while (!/\btoken: /.test(server.stderr())) await once(server.child.stderr, 'data')
    const [, url = ''] = /at (http:\S+);/.exec(server.stderr()) ?? []
    const [, token = ''] = /^token: (\S+)$/m.exec(server.stderr()) ?? []
    return { ...server, url, token }
  }

  it('prints address and token once, serves the official client, and ends well by a signal', async () => {
    const { url, token, child, ended, stderr } = await serving([synced()])
    expect(token).toMatch(/^[\w-]{43}$/)
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { Authorization: `Bearer ${token}` } }
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit })
    await client.connect(transport as Parameters<typeof client.connect>[0])
    const { passages } = await answer(client, 'pinakes_search', { query: 'harbour pump' })
    expect(passages[0]).toMatchObject({ path: 'docs/pump.md' })
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await client.close()
    expect(stderr().split(token)).toHaveLength(2)
  })

  it('takes the token of the environment and never prints it', async () => {
    const token = 'x-secret-of-thirty-two-characters!'
    const { url, stderr } = await serving([synced()], { PINAKES_MCP_TOKEN: token })
    const post = (authorization: string) =>
      fetch(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      })
    expect((await post('Bearer wrong')).status).toBe(401)
    expect((await post(`Bearer ${token}`)).status).toBe(400)
    expect(stderr()).not.toContain(token)
  })
})
