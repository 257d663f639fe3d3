import { listFiles, modelInfo } from '@huggingface/hub'
import { COMMIT } from '../hub-cache.js'
import type { Hub } from './hub.js'
import { persist } from './persist.js'
import { type Asked, refusal } from './refusal.js'
import { isWebPage, webPage, wrongAnswer } from './wrong-answer.js'

/** A file as the hub lists it. */
export interface HubFile {
  /** In the model's repository, with forward slashes; never leads out of it. */
  readonly path: string
  readonly bytes: number
  /** What the cache names its content by: SHA-256 (64 hex digits) of a large file, git's SHA-1 (40) of a small one. */
  readonly hash: string
  /** The git object; that of the pointer where the file is a large one. */
  readonly blobId: string
  readonly xetHash: string | null
}

/** A model's files at one commit. */
export interface HubListing {
  readonly model: string
  readonly commit: string
  readonly files: readonly HubFile[]
}

/** Listing is what a pull begins with: somebody waits for the first word. */
const LISTING_ATTEMPTS = 3

/** Far more than any model has; a listing whose pages go round has an end. */
const MAX_FILES = 50_000

/**
 * The commit that `revision` (a commit, branch or tag; null: `main`) is at now, and its files.
 * @throws EmbedError `EMBED_HUB_NOT_FOUND`, `EMBED_HUB_DENIED`, `EMBED_HUB_BUSY`, `EMBED_HUB_UNREACHABLE`,
 * `EMBED_HUB_WRONG_ANSWER`
 */
export async function listModel(hub: Hub, model: string, revision: string | null): Promise<HubListing> {
  const asked: Asked = { model, revision }
  const hubUrl = hub.settings.endpoint
  const info = await modelInfo({
    hubUrl,
    fetch: fetchText(hub, asked, 'object'),
    name: model,
    revision: revision ?? 'main',
    additionalFields: ['sha'],
  })
  const commit: unknown = info.sha
  if (typeof commit !== 'string' || !COMMIT.test(commit)) {
    throw wrongAnswer(hub.settings, asked, 'it names no commit')
  }
  const files: HubFile[] = []
  const repo = { type: 'model', name: model } as const
  const fetch = fetchText(hub, asked, 'list')
  for await (const listed of listFiles({ hubUrl, fetch, repo, revision: commit, recursive: true })) {
    const entry: Partial<typeof listed> = listed ?? {}
    const file = entry.type === 'directory' ? null : checkedFile(hub, asked, entry)
    // Nobody wants a file with such a name, and it would not be safe to have it.
    if (file !== null && staysInside(file.path)) files.push(file)
    if (files.length > MAX_FILES) throw wrongAnswer(hub.settings, asked, 'its list of files does not end')
  }
  return { model, commit, files }
}

interface ListedEntry {
  readonly path?: string
  readonly size?: number
  readonly oid?: string
  readonly lfs?: { readonly oid: string; readonly size: number }
  readonly xetHash?: string
}

function checkedFile(hub: Hub, asked: Asked, entry: ListedEntry): HubFile {
  const { path, oid: blobId, lfs } = entry
  const bytes = lfs?.size ?? entry.size
  const hash = lfs?.oid ?? blobId
  const isSize = typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0
  if (typeof path !== 'string' || !isSize || !isHash(hash) || !isHash(blobId)) {
    throw wrongAnswer(hub.settings, asked, `it lists ${JSON.stringify(entry).slice(0, 200)}`)
  }
  return { path, bytes, hash, blobId, xetHash: isHash(entry.xetHash) ? entry.xetHash : null }
}

function isHash(text: unknown): text is string {
  return typeof text === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

/** True for a relative path that names something below its folder, on any system. */
export function staysInside(path: string): boolean {
  if (path === '' || /[\\:\0]/.test(path)) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** The `fetch` that the hub's library is given: ours, with its patience and refusals; only JSON comes through. */
function fetchText(hub: Hub, asked: Asked, shape: 'object' | 'list'): typeof fetch {
  const patience = { ...hub.patience, attempts: LISTING_ATTEMPTS }
  return (input) =>
    persist(patience, async () => {
      const response = await hub.transport.get(String(input), { signal: hub.signal })
      if (response.status !== 200) throw await refusal(response, asked, hub.settings)
      const text = await response.text()
      if (isWebPage(text)) throw webPage(hub.settings, asked)
      const fault = shapeFault(text, shape)
      if (fault !== null) throw wrongAnswer(hub.settings, asked, fault)
      const link = response.header('link')
      return new Response(text, link === null ? {} : { headers: { link } })
    })
}

/** The library takes any JSON for what it asked for. */
function shapeFault(text: string, shape: 'object' | 'list'): string | null {
  const data = parsed(text)
  if (data === undefined) return 'it is not JSON'
  const isRight = typeof data === 'object' && data !== null && Array.isArray(data) === (shape === 'list')
  return isRight ? null : `it is not the ${shape} that was asked for`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
