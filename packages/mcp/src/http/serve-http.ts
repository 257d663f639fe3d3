import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { systemErrorCode } from '@pinakes/manifest'
import { ServeError } from '../errors.js'
import type { ServedKbs } from '../kbs/served-kb.js'
import type { Log } from '../server/log.js'
import { checkOrigins } from './check-origins.js'
import { checkRequest, corsHeaders, ENDPOINT, type Gate, isPreflight, type Refusal } from './check-request.js'
import { isLoopbackHost, urlHost } from './loopback.js'
import { readJsonBody } from './read-body.js'
import type { Session, Sessions } from './sessions.js'

/** What is served over HTTP, where, and to whom. */
export interface ServeHttpOptions {
  readonly kbs: ServedKbs
  readonly log: Log
  /** A loopback address. Default `127.0.0.1`. */
  readonly host?: string
  /** 0, the default, takes any that is free. */
  readonly port?: number
  /** What clients send as `Authorization: Bearer`; see `serverToken`. */
  readonly token: string
  /** Web pages that may ask, by origin. Default: none but those of the server itself. */
  readonly allowedOrigins?: readonly string[]
}

/** A running server. */
export interface HttpService {
  readonly port: number
  readonly url: string
  /** Ends all sessions and connections; the knowledge bases stay open. */
  close(): Promise<void>
}

const LOOK_FOR_IDLE_MS = 60_000

/**
 * Serves the knowledge bases over streamable HTTP, to this computer alone and to whoever knows the token.
 * @throws ServeError `SERVE_HOST_INVALID`, `SERVE_ORIGIN_INVALID`, `SERVE_PORT_UNAVAILABLE`
 */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpService> {
  const { kbs, log, host = '127.0.0.1', port = 0, token } = options
  if (!isLoopbackHost(host)) throw notLoopback(host)
  const allowedOrigins = checkOrigins(options.allowedOrigins ?? [])
  // What HTTP needs of the protocol library is not for those who serve over stdio to wait for.
  const { sessions } = await import('./sessions.js')
  const clients = sessions({ kbs, log })
  const http = createServer((request, response) => {
    const gate: Gate = { host: urlHost(host), port: boundPort(http), token, allowedOrigins }
    handle(request, response, { gate, clients }).catch((error: unknown) => {
      // A client that goes away in the middle of its own request is no failure of the server.
      if (request.complete) log('error', 'http: a request failed unexpectedly', error)
      response.destroy()
    })
  })
  await listen(http, host, port)
  const timer = setInterval(() => clients.expire(), LOOK_FOR_IDLE_MS)
  timer.unref()
  const bound = boundPort(http)
  return {
    port: bound,
    url: `http://${urlHost(host)}:${bound}${ENDPOINT}`,
    async close() {
      clearInterval(timer)
      const closed = new Promise<void>((done) => http.close(() => done()))
      await clients.close()
      http.closeAllConnections()
      await closed
    },
  }
}

interface Service {
  readonly gate: Gate
  readonly clients: Sessions
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { gate, clients }: Service,
): Promise<void> {
  for (const [name, value] of Object.entries(corsHeaders(request.headers.origin, gate))) {
    response.setHeader(name, value)
  }
  if (isPreflight(request, gate)) {
    response.writeHead(204).end()
    return
  }
  const refused = checkRequest(request, gate)
  if (refused !== null) return refuse(response, refused)
  const body = request.method === 'POST' ? await readJsonBody(request) : { data: undefined }
  if ('refusal' in body) return refuse(response, body.refusal)
  const session = await sessionOf(request, body.data, clients)
  if ('status' in session) return refuse(response, session)
  await answer(request, response, { session, data: body.data })
}

/** The session that the request belongs to; a new one for a client that introduces itself. */
async function sessionOf(
  request: IncomingMessage,
  data: unknown,
  clients: Sessions,
): Promise<Session | Refusal> {
  const id = request.headers['mcp-session-id']
  if (typeof id === 'string') return clients.find(id) ?? { status: 404, message: 'there is no such session' }
  if (!isInitialize(data)) {
    return {
      status: 400,
      code: ErrorCode.InvalidRequest,
      message: 'send initialize first, then its Mcp-Session-Id with each request',
    }
  }
  return (await clients.create()) ?? { status: 503, message: 'too many sessions: end one with DELETE' }
}

function isInitialize(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'method' in data && data.method === 'initialize'
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { session, data }: { readonly session: Session; readonly data: unknown },
): Promise<void> {
  const leave = session.enter()
  response.once('close', () => {
    leave()
    // A client that did not get as far as a session has no other way to end it.
    if (session.transport.sessionId === undefined) void session.transport.close()
  })
  await session.transport.handleRequest(request, response, data)
}

/** The code of JSON-RPC for what has none of its own. */
const SERVER_ERROR = -32000

/** A refusal as the protocol writes it, for clients that read bodies. */
function refuse(response: ServerResponse, { status, message, code = SERVER_ERROR, headers }: Refusal): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
}

function boundPort(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error) => fail(unavailable(host, port, error)))
    server.listen(port, host.replace(/^\[|\]$/g, ''), () => done())
  })
}

function notLoopback(host: string): ServeError {
  return new ServeError({
    code: 'SERVE_HOST_INVALID',
    message: `${JSON.stringify(host)} can be reached from other computers, and this server must not be`,
    remedy: 'Use 127.0.0.1, ::1 or localhost; to reach it from elsewhere, forward the port over ssh.',
    details: { host },
  })
}

function unavailable(host: string, port: number, cause: unknown): ServeError {
  const why = systemErrorCode(cause) === 'EADDRINUSE' ? 'something listens there already' : String(cause)
  return new ServeError({
    code: 'SERVE_PORT_UNAVAILABLE',
    message: `${urlHost(host)}:${port} cannot be listened on: ${why}`,
    remedy: 'Choose another port, or leave --port out for one that is free.',
    details: { host, port },
    cause,
  })
}
