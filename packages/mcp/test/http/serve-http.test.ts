import { request } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpService, type ServeHttpOptions, serveHttp } from '../../src/http/serve-http.js'
import { openKbs } from '../../src/kbs/open-kbs.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const TOKEN = 'a-token-of-at-least-thirty-two-characters'
const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
}

async function serving(options: Partial<ServeHttpOptions> = {}): Promise<HttpService> {
  const kb = await makeKb({ 'docs/a.md': '# A\n\nThe pump.\n' })
  const kbs = await openKbs([kb.root], { offline: true })
  closing.push(() => kbs.close())
  const service = await serveHttp({ kbs, log: () => undefined, token: TOKEN, ...options })
  closing.push(() => service.close())
  return service
}

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string | undefined>
  readonly body?: string
}

interface Got {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

/** A request with headers that fetch would not send. */
function ask(
  { port }: HttpService,
  { method = 'POST', path = '/mcp', headers = {}, body }: Asked = {},
): Promise<Got> {
  const usual = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${TOKEN}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const all = Object.entries({ ...usual, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return new Promise((done, fail) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: Object.fromEntries(all) },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', fail)
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }))
      },
    )
    sent.on('error', fail)
    sent.end(body ?? JSON.stringify(INITIALIZE))
  })
}

async function connect(
  service: HttpService,
): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const transport = new StreamableHTTPClientTransport(new URL(service.url), {
    requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  closing.push(() => client.close())
  return { client, transport }
}

describe('serveHttp', () => {
  it('serves the official client: a handshake, tools, an answer, and the end of the session', async () => {
    const service = await serving()
    const { client, transport } = await connect(service)
    expect((await client.listTools()).tools).toHaveLength(4)
    const found = await client.callTool({ name: 'pinakes_search', arguments: { query: 'pump' } })
    expect(found.structuredContent).toMatchObject({ kb: 'notes', passages: [{ path: 'docs/a.md' }] })
    const id = transport.sessionId
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    await transport.terminateSession()
    expect(await ask(service, { headers: { 'mcp-session-id': id } })).toMatchObject({ status: 404 })
  })

  it('listens on other loopback addresses', async () => {
    const service = await serving({ host: 'localhost' })
    expect((await ask(service, { headers: { host: `localhost:${service.port}` } })).status).toBe(200)
  })

  it.each(['0.0.0.0', '192.168.1.7', '::', 'example.org', '127.0.0.1.example.org', '127.1'])(
    'refuses to listen on %s',
    async (host) => {
      await expect(serving({ host })).rejects.toMatchObject({ code: 'SERVE_HOST_INVALID' })
    },
  )

  it('says so where the port is taken', async () => {
    const { port } = await serving()
    await expect(serving({ port })).rejects.toMatchObject({ code: 'SERVE_PORT_UNAVAILABLE' })
  })
})

describe('a request over HTTP', () => {
  const foreign = (host: string) => ({ headers: { host } })
  it.each<[string, number, (port: number) => Asked]>([
    ['a foreign host', 403, () => foreign('evil.example')],
    ['a foreign host on our port', 403, (port) => foreign(`evil.example:${port}`)],
    ['another port', 403, (port) => foreign(`127.0.0.1:${port + 1}`)],
    ['no port', 403, () => foreign('127.0.0.1')],
    ['a foreign origin', 403, () => ({ headers: { origin: 'https://evil.example' } })],
    ['the origin null', 403, () => ({ headers: { origin: 'null' } })],
    ['an origin on another port', 403, (port) => ({ headers: { origin: `http://localhost:${port + 1}` } })],
    ['our own origin', 200, (port) => ({ headers: { origin: `http://localhost:${port}` } })],
    ['no token', 401, () => ({ headers: { authorization: undefined } })],
    ['an empty token', 401, () => ({ headers: { authorization: 'Bearer ' } })],
    ['a wrong token', 401, () => ({ headers: { authorization: `Bearer ${TOKEN}x` } })],
    ['a token in another case', 401, () => ({ headers: { authorization: `Bearer ${TOKEN.toUpperCase()}` } })],
    ['another scheme', 401, () => ({ headers: { authorization: `Basic ${TOKEN}` } })],
    [
      'a token in the URL',
      401,
      () => ({ path: `/mcp?token=${TOKEN}`, headers: { authorization: undefined } }),
    ],
    ['another path', 404, () => ({ path: '/other' })],
    ['a path that climbs', 404, () => ({ path: '/mcp/../../etc/passwd' })],
    ['another method', 405, () => ({ method: 'PUT' })],
    [
      'a preflight of nobody',
      401,
      () => ({ method: 'OPTIONS', body: '', headers: { authorization: undefined } }),
    ],
    ['text', 415, () => ({ headers: { 'content-type': 'text/plain' } })],
    [
      'what only looks like JSON',
      415,
      () => ({ headers: { 'content-type': 'text/plain; application/json' } }),
    ],
    ['no JSON', 400, () => ({ body: '{"jsonrpc":' })],
    ['no message', 400, () => ({ body: '{}' })],
    ['a call without a session', 400, () => ({ body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })],
    ['a session that is not ours', 404, () => ({ headers: { 'mcp-session-id': 'nobody' } })],
    ['one byte too many', 413, () => ({ body: ' '.repeat(1024 * 1024 + 1) })],
    ['ten million bytes', 413, () => ({ body: 'x'.repeat(10_000_000) })],
  ])('with %s is answered with %i', async (_, status, asked) => {
    const service = await serving()
    const got: Got = await ask(service, asked(service.port)).catch((error: NodeJS.ErrnoException) => {
      // Of a body that nobody reads the client may see only that it could not be sent.
      if (status === 413 && ['EPIPE', 'ECONNRESET'].includes(error.code ?? ''))
        return { status, headers: {}, text: '' }
      throw error
    })
    expect(got.status, got.text).toBe(status)
    expect(got.headers['access-control-allow-origin']).toBeUndefined()
    expect(got.text).not.toContain(TOKEN)
    if (status === 401) expect(got.headers['www-authenticate']).toBe('Bearer')
    if (status === 405) expect(got.headers.allow).toBe('POST, GET, DELETE')
    // The server is none the worse for it.
    expect((await ask(service)).status).toBe(200)
  })

  it('is checked in order: host, origin, token, path, method, type', async () => {
    const service = await serving()
    const wrong = { host: 'evil.example', origin: 'null', authorization: 'x', 'content-type': 'text/plain' }
    const steps: [number, Asked][] = [
      [403, { path: '/other', headers: wrong }],
      [403, { path: '/other', headers: { ...wrong, host: undefined } }],
      [401, { path: '/other', headers: { ...wrong, host: `localhost:${service.port}`, origin: undefined } }],
      [404, { method: 'PUT', path: '/other', headers: { 'content-type': 'text/plain' } }],
      [405, { method: 'PUT', headers: { 'content-type': 'text/plain' } }],
      [415, { headers: { 'content-type': 'text/plain' } }],
    ]
    for (const [status, asked] of steps) {
      const host = asked.headers?.host ?? (status === 403 ? 'evil.example' : `127.0.0.1:${service.port}`)
      expect((await ask(service, { ...asked, headers: { ...asked.headers, host } })).status).toBe(status)
    }
  })

  it('may come from a page whose origin is allowed, which may read the answer', async () => {
    const origin = 'https://app.example.org'
    const service = await serving({ allowedOrigins: [`${origin}/`] })
    const preflight = await ask(service, {
      method: 'OPTIONS',
      body: '',
      headers: { origin, authorization: undefined },
    })
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } })
    expect(await ask(service, { headers: { origin } })).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': origin, vary: expect.stringContaining('Origin') },
    })
  })

  it.each(['null', '*', 'app.example.org', 'https://app.example.org/path', 'file:///x'])(
    'may not come from %j: that is no origin',
    async (origin) => {
      await expect(serving({ allowedOrigins: [origin] })).rejects.toMatchObject({
        code: 'SERVE_ORIGIN_INVALID',
      })
    },
  )
})

describe('sessions', () => {
  it('are sixteen at most; one that ends makes room', async () => {
    const service = await serving()
    const ids: string[] = []
    for (let i = 0; i < 20; i++) {
      const { status, headers } = await ask(service)
      expect(status).toBe(i < 16 ? 200 : 503)
      if (i < 16) ids.push(String(headers['mcp-session-id']))
    }
    expect(new Set(ids).size).toBe(16)
    const ended = await ask(service, { method: 'DELETE', headers: { 'mcp-session-id': ids[0] }, body: '' })
    expect(ended.status).toBe(200)
    expect((await ask(service)).status).toBe(200)
  })

  it('keep no room for clients whose introduction is refused', async () => {
    const service = await serving()
    for (let i = 0; i < 20; i++) {
      expect((await ask(service, { headers: { accept: 'text/html' } })).status).toBe(406)
    }
    expect((await ask(service)).status).toBe(200)
  })

  it('are not troubled by a client that breaks off its request', async () => {
    const logged: string[] = []
    const service = await serving({ log: (level, message) => logged.push(`${level}: ${message}`) })
    const half = request({
      ...{ host: '127.0.0.1', port: service.port, method: 'POST', path: '/mcp' },
      headers: {
        ...{ host: `127.0.0.1:${service.port}`, authorization: `Bearer ${TOKEN}` },
        ...{ 'content-type': 'application/json', 'content-length': '1000' },
      },
    })
    half.on('error', () => undefined)
    await new Promise((done) => half.write('{', done))
    expect((await ask(service)).status).toBe(200)
    half.destroy()
    expect((await ask(service)).status).toBe(200)
    expect(logged).toEqual([])
  })

  it.each([
    ['what is no JSON', '{"jsonrpc":', -32700],
    ['a call before the handshake', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', -32600],
  ])('give %s the code that says so', async (_, body, code) => {
    const { text } = await ask(await serving(), { body })
    expect(JSON.parse(text).error.code).toBe(code)
  })

  it('of several clients answer side by side', async () => {
    const service = await serving()
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(service)))
    const answers = await Promise.all(
      clients.flatMap(({ client }) =>
        ['pump', 'harbour'].map((query) => client.callTool({ name: 'pinakes_search', arguments: { query } })),
      ),
    )
    expect(answers.filter(({ isError }) => isError)).toEqual([])
    expect(answers).toHaveLength(16)
  })
})
