import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { ErrorCode } from '@modelcontextprotocol/sdk/types.js'

/** A request that is not let through. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 503
  readonly message: string
  /** Of JSON-RPC; default -32000. */
  readonly code?: ErrorCode
  readonly headers?: Readonly<Record<string, string>>
}

/** What requests are held against. */
export interface Gate {
  /** The loopback host that the server listens on, as it stands in a URL. */
  readonly host: string
  /** The port that the server listens on. */
  readonly port: number
  readonly token: string
  /** Origins that may read answers, as browsers write them. */
  readonly allowedOrigins: readonly string[]
}

/** The only path of the server. */
export const ENDPOINT = '/mcp'

/**
 * Why a request is refused before anything of its body is read, or null. In this order: who is asked (`Host`: a page
 * that has its own name resolve to this computer), who asks (`Origin`), with which token, for what, and how.
 */
export function checkRequest(request: IncomingMessage, gate: Gate): Refusal | null {
  const { headers, method = '' } = request
  if (!isOwnHost(headers.host, gate))
    return refusal(403, 'this server answers to 127.0.0.1, localhost and [::1] with its own port')
  if (!isAllowedOrigin(headers.origin, gate)) return refusal(403, 'this origin may not ask this server')
  if (!hasToken(headers, gate.token)) {
    return {
      ...refusal(401, 'send the header Authorization: Bearer <token>'),
      headers: { 'WWW-Authenticate': 'Bearer' },
    }
  }
  if (pathOf(request) !== ENDPOINT) return refusal(404, `there is nothing but ${ENDPOINT}`)
  if (!METHODS.includes(method)) {
    return {
      ...refusal(405, `${method} is none of ${METHODS.join(', ')}`),
      headers: { Allow: METHODS.join(', ') },
    }
  }
  if (method === 'POST' && !isJson(headers)) return refusal(415, 'send Content-Type: application/json')
  return null
}

/** Whether a browser asks beforehand what it may ask from that page; only allowed origins get a yes. */
export function isPreflight(request: IncomingMessage, gate: Gate): boolean {
  const { headers, method } = request
  return (
    method === 'OPTIONS' &&
    isOwnHost(headers.host, gate) &&
    headers.origin !== undefined &&
    gate.allowedOrigins.includes(headers.origin)
  )
}

/** The headers that let a page of an allowed origin read the answer; none for any other. */
export function corsHeaders(origin: string | undefined, gate: Gate): Readonly<Record<string, string>> {
  if (origin === undefined || !gate.allowedOrigins.includes(origin)) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': METHODS.join(', '),
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID',
    'Access-Control-Expose-Headers': 'Mcp-Session-Id',
    Vary: 'Origin',
  }
}

const METHODS: readonly string[] = ['POST', 'GET', 'DELETE']
const HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

function isOwnHost(host: string | undefined, gate: Gate): boolean {
  return host !== undefined && ownHosts(gate).some((own) => host.toLowerCase() === `${own}:${gate.port}`)
}

function ownHosts({ host }: Gate): readonly string[] {
  return [...HOSTS, host]
}

function isAllowedOrigin(origin: string | undefined, gate: Gate): boolean {
  const { port, allowedOrigins } = gate
  if (origin === undefined || allowedOrigins.includes(origin)) return true
  return ownHosts(gate).some(
    (host) => origin === `http://${host}:${port}` || origin === `https://${host}:${port}`,
  )
}

/** Compares hashes: the time that takes says nothing of where, or at which length, a wrong token differs. */
function hasToken({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  return timingSafeEqual(sha256(given), sha256(token))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')
}

function refusal(status: Refusal['status'], message: string): Refusal {
  return { status, message }
}
