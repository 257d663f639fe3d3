import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type HubSettings, hubSettings } from '../../src/hub/settings.js'

export type Files = Readonly<Record<string, Buffer>>
export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** What a client asked for, as the servers saw it. */
export interface Seen {
  readonly at: 'hub' | 'storage'
  readonly path: string
  readonly range: string | undefined
  readonly authorization: string | undefined
}

export interface LoopbackHub {
  readonly endpoint: string
  /** A second origin, where large files lie; the hub redirects to it. */
  readonly storage: string
  /** Every request, in order. */
  readonly seen: Seen[]
  /** Publishes a commit of a model as the branch. */
  publish(model: string, commit: string, files: Files, branch?: string): void
  /** Answers the next requests whose path matches with these, one each, instead of serving. */
  next(at: 'hub' | 'storage', path: RegExp, ...answers: Answer[]): void
  settings(cache: string, env?: Record<string, string>): HubSettings
  /** Ranges of the requests for a file that reached the storage. */
  ranges(path: string): (string | undefined)[]
}

/** Larger files are "LFS" files: named by SHA-256, and served by the storage. */
const LARGE_FROM = 2000

interface Published {
  readonly branches: Map<string, string>
  readonly commits: Map<string, Files>
}

/** A hub with the part of Hugging Face's interface that a pull needs, on two ports of this machine, for one test. */
export async function loopbackHub({ xet = true } = {}): Promise<LoopbackHub> {
  const models = new Map<string, Published>()
  const planned: { at: string; path: RegExp; answer: Answer }[] = []
  const seen: Seen[] = []

  const listener = (at: 'hub' | 'storage', serve: Answer): Answer => {
    return (request, response) => {
      const path = decodeURIComponent(request.url ?? '')
      const { range, authorization } = request.headers
      seen.push({ at, path, range, authorization })
      const index = planned.findIndex((plan) => plan.at === at && plan.path.test(path))
      const [plan] = index < 0 ? [] : planned.splice(index, 1)
      ;(plan?.answer ?? serve)(request, response)
    }
  }
  const storage = await listen(createServer(listener('storage', (...call) => serveStored(models, ...call))))
  const endpoint = await listen(
    createServer(listener('hub', (...call) => serveHub({ models, storage, xet }, ...call))),
  )

  return {
    endpoint,
    storage,
    seen,
    publish(model, commit, files, branch = 'main') {
      const published = models.get(model) ?? { branches: new Map(), commits: new Map() }
      published.branches.set(branch, commit)
      published.commits.set(commit, files)
      models.set(model, published)
    },
    next: (at, path, ...answers) => void planned.push(...answers.map((answer) => ({ at, path, answer }))),
    settings: (cache, env = {}) => hubSettings({ HF_ENDPOINT: endpoint, HF_HUB_CACHE: cache, ...env }),
    ranges: (path) =>
      seen.filter((one) => one.at === 'storage' && one.path.endsWith(`/${path}`)).map(({ range }) => range),
  }
}

/** The address of a port of this machine that nobody listens at. */
export async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** `/api/models/<id>/revision/<rev>`, `/api/models/<id>/tree/<commit>`, `/<id>/resolve/<commit>/<path>`. */
function serveHub(
  { models, storage, xet }: { models: Map<string, Published>; storage: string; xet: boolean },
  request: IncomingMessage,
  response: ServerResponse,
): unknown {
  const url = new URL(request.url ?? '', 'http://hub')
  const path = decodeURIComponent(url.pathname)
  const [, model = '', kind = '', rest = ''] =
    /^\/api\/models\/(.+?)\/(revision|tree)\/(.+)$/.exec(path) ??
    /^\/(.+?)\/(resolve)\/(.+)$/.exec(path) ??
    []
  const published = models.get(model)
  if (published === undefined) return fail(response, 404, 'RepoNotFound', 'Repository not found')
  if (kind === 'revision') {
    const commit = published.branches.get(rest) ?? (published.commits.has(rest) ? rest : undefined)
    if (commit === undefined) return fail(response, 404, 'RevisionNotFound', `Invalid rev id: ${rest}`)
    return json(response, { _id: '1', id: model, sha: commit, lastModified: '2025-01-01T00:00:00.000Z' })
  }
  const [commit = '', ...parts] = rest.split('/')
  const files = published.commits.get(commit) ?? {}
  if (kind === 'tree') return serveTree({ files, url, xet }, request, response)
  const file = files[parts.join('/')]
  if (file === undefined) return fail(response, 404, 'EntryNotFound', 'Entry not found')
  if (file.length < LARGE_FROM) return serveBytes(file, request, response)
  const target = `${storage}/${model}/${commit}/${parts.join('/')}`
  response.writeHead(302, {
    location: target,
    'x-linked-size': file.length,
    'x-linked-etag': `"${sha256(file)}"`,
  })
  return response.end()
}

/** Two entries a page, so that every listing has several. */
function serveTree(
  { files, url, xet }: { files: Files; url: URL; xet: boolean },
  request: IncomingMessage,
  response: ServerResponse,
): unknown {
  const folders = [...new Set(Object.keys(files).flatMap((path) => path.split('/').slice(0, -1)))]
  const entries = [
    ...folders.map((path) => ({ type: 'directory', path, size: 0, oid: '0'.repeat(40) })),
    ...Object.entries(files).map(([path, bytes]) => treeEntry(path, bytes, xet)),
  ]
  const from = Number(url.searchParams.get('cursor') ?? 0)
  if (from + 2 < entries.length) {
    url.searchParams.set('cursor', String(from + 2))
    response.setHeader('link', `<http://${request.headers.host}${url.pathname}${url.search}>; rel="next"`)
  }
  return json(response, entries.slice(from, from + 2))
}

function treeEntry(path: string, bytes: Buffer, xet: boolean): Record<string, unknown> {
  if (bytes.length < LARGE_FROM) return { type: 'file', path, size: bytes.length, oid: gitHash(bytes) }
  const oid = sha256(bytes)
  const pointer = Buffer.from(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${bytes.length}\n`,
  )
  const lfs = { oid, size: bytes.length, pointerSize: pointer.length }
  return {
    type: 'file',
    path,
    size: bytes.length,
    oid: gitHash(pointer),
    lfs,
    ...(xet ? { xetHash: sha256(pointer) } : {}),
  }
}

function serveStored(
  models: Map<string, Published>,
  request: IncomingMessage,
  response: ServerResponse,
): unknown {
  const [, model = '', commit = '', path = ''] =
    /^\/([^/]+\/[^/]+)\/([0-9a-f]{40})\/(.+)$/.exec(decodeURIComponent(request.url ?? '')) ?? []
  const file = models.get(model)?.commits.get(commit)?.[path]
  if (file === undefined) return fail(response, 404, '', 'no such object')
  return serveBytes(file, request, response)
}

/** The bytes, or the part of them that `Range` asks for. */
export function serveBytes(file: Buffer, request: IncomingMessage, response: ServerResponse): unknown {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  if (start >= file.length && start > 0) return fail(response, 416, '', 'range')
  const headers = { 'content-length': file.length - start, 'content-type': 'application/octet-stream' }
  if (start === 0) response.writeHead(200, headers)
  else
    response.writeHead(206, {
      ...headers,
      'content-range': `bytes ${start}-${file.length - 1}/${file.length}`,
    })
  return response.end(file.subarray(start))
}

/** An answer that stops after `bytes` of the body, and stays open until it is cut. */
export interface Halting {
  readonly answer: Answer
  /** Cuts the connections that were answered so. */
  cut(): void
}

export function haltAfter(file: Buffer, bytes: number, { ranges = true } = {}): Halting {
  const open: ServerResponse[] = []
  const answer: Answer = (request, response) => {
    const start = ranges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
    const range = { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` }
    response.writeHead(start === 0 ? 200 : 206, {
      'content-length': file.length - start,
      ...(start === 0 ? {} : range),
    })
    response.write(file.subarray(start, start + bytes))
    open.push(response)
  }
  return {
    answer,
    cut: () => {
      for (const response of open.splice(0)) response.destroy()
    },
  }
}

export function status(code: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (_, response) => {
    response.writeHead(code, headers)
    response.end(body)
  }
}

function json(response: ServerResponse, value: unknown): unknown {
  response.setHeader('content-type', 'application/json')
  return response.end(JSON.stringify(value))
}

function fail(response: ServerResponse, code: number, errorCode: string, message: string): unknown {
  response.writeHead(code, { 'x-error-code': errorCode, 'x-error-message': message })
  return response.end(JSON.stringify({ error: message }))
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function gitHash(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
