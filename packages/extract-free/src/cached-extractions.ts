import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isContentHash, systemErrorCode } from '@pinakes/manifest'

/** An entry of the extraction cache as it lies on disk. */
export interface CachedExtraction {
  /** The file's name in the cache directory. */
  readonly name: string
  readonly bytes: number
  /** What the entry says, or null for one that is no whole entry of this format: it may have been paid for. */
  readonly entry: CachedEntry | null
}

/** What an entry is about, without its text. */
export interface CachedEntry {
  /** `sha256:…` of the document that was read. */
  readonly contentHash: string
  readonly fingerprint: string
  readonly backend: string
  readonly isPaid: boolean
}

/**
 * The entries in the cache directory, by name; none where there is no directory. Pages of unfinished extractions are no
 * entries. File-system errors other than a missing directory pass through.
 */
export function cachedExtractions(directory: string): CachedExtraction[] {
  return entryNames(directory).map((name) => {
    const path = join(directory, name)
    return { name, bytes: statSync(path).size, entry: readEntry(path, name) }
  })
}

function entryNames(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((file) => file.isFile() && file.name.endsWith('.json'))
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}

function readEntry(path: string, name: string): CachedEntry | null {
  try {
    const entry = parseEntry(JSON.parse(readFileSync(path, 'utf8')))
    // A file under another entry's name would never be found by what it holds.
    const isNamedSo =
      entry !== null && name === `${entry.contentHash.replace('sha256:', '')}-${entry.fingerprint}.json`
    return isNamedSo ? entry : null
  } catch {
    // Torn or unreadable: a miss by the format.
    return null
  }
}

/** The entry in parsed JSON, or null for another schema or a value of the wrong type. */
function parseEntry(value: unknown): CachedEntry | null {
  if (typeof value !== 'object' || value === null) return null
  const json = value as Record<string, unknown>
  const { schema, content_hash: contentHash, backend, fingerprint, operation_id: operation } = json
  if (schema !== 1 || typeof json.text !== 'string' || !Array.isArray(json.page_spans)) return null
  if (typeof contentHash !== 'string' || !isContentHash(contentHash)) return null
  if (typeof backend !== 'string' || typeof fingerprint !== 'string') return null
  if (operation !== null && typeof operation !== 'string') return null
  return { contentHash, backend, fingerprint, isPaid: operation !== null }
}
