import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import {
  decodeText,
  type ExtractorRegistry,
  MAX_TEXT_BYTES,
  type SourceType,
  sourceTypeOf,
  textTooLarge,
} from '@pinakes/extract-free'
import type { FailureStage } from '@pinakes/index'
import { contentHash, displayPath, hashFile, type Manifest, systemErrorCode } from '@pinakes/manifest'
import { SyncError } from '../errors.js'
import { reasonOf } from '../walk/hash-files.js'

/** The text of a document and what it was taken from. */
export interface DocumentContent {
  readonly sourceType: SourceType
  readonly text: string
  /** `sha256:…` of the very bytes that `text` comes from. */
  readonly contentHash: string
  /** Epoch seconds. */
  readonly mtime: number
  readonly pageSpans: readonly (readonly [number, number])[] | null
  readonly extraction: { readonly backend: string; readonly fingerprint: string } | null
}

export interface ReadDocumentOptions {
  readonly extractors: ExtractorRegistry
  readonly extraction: Manifest['extraction']
  readonly signal?: AbortSignal | undefined
}

/** The stage at which reading a document fails. */
export function readingStage(key: string): FailureStage {
  return sourceTypeOf(key) === 'pdf' ? 'extract' : 'index'
}

/**
 * The text of the document at `path`, called `key` in messages. Rejects with the refusal of the decoder or extractor,
 * or `SYNC_FILE_UNREADABLE`.
 */
export async function readDocument(
  path: string,
  key: string,
  options: ReadDocumentOptions,
): Promise<DocumentContent> {
  const sourceType = sourceTypeOf(key)
  try {
    return sourceType === 'pdf' ? await readPaged(path, key, options) : readText(path, key, sourceType)
  } catch (error) {
    const code = systemErrorCode(error)
    throw code !== undefined && 'syscall' in (error as object) ? unreadable(key, code, error) : error
  }
}

function readText(path: string, key: string, sourceType: SourceType): DocumentContent {
  const { bytes, stats } = readBytes(path, key)
  return {
    sourceType,
    text: decodeText(bytes, key),
    contentHash: contentHash(bytes),
    mtime: stats.mtimeMs / 1000,
    pageSpans: null,
    extraction: null,
  }
}

/** Size and bytes of one open file, so that a file too large is refused before it fills the memory. */
function readBytes(path: string, key: string): { bytes: Uint8Array; stats: Stats } {
  const file = openSync(path, 'r')
  try {
    const stats = fstatSync(file)
    if (stats.size > MAX_TEXT_BYTES) throw textTooLarge(key, stats.size)
    return { bytes: readFileSync(file), stats }
  } finally {
    closeSync(file)
  }
}

async function readPaged(path: string, key: string, options: ReadDocumentOptions): Promise<DocumentContent> {
  const { extractors, extraction, signal } = options
  const extractor = await extractors.load(extraction.backend)
  const context = { model: extraction.model, ...(signal === undefined ? {} : { signal }) }
  const before = await hashFile(path)
  const { text, pageSpans } = await extractor.extract(path, context)
  // The extractor opens the file by itself: only equal hashes on both sides say which bytes it read.
  if ((await hashFile(path)) !== before) throw changing(key)
  return {
    sourceType: 'pdf',
    text,
    contentHash: before,
    mtime: mtimeOf(path),
    pageSpans,
    extraction: {
      backend: extractors.find(extraction.backend)?.name ?? extraction.backend,
      fingerprint: extractors.fingerprint(extraction.backend, extraction.model),
    },
  }
}

function mtimeOf(path: string): number {
  const file = openSync(path, 'r')
  try {
    return fstatSync(file).mtimeMs / 1000
  } finally {
    closeSync(file)
  }
}

function unreadable(key: string, code: string, cause: unknown): SyncError {
  return new SyncError({
    code: 'SYNC_FILE_UNREADABLE',
    message: `${displayPath(key)}: ${reasonOf(code)}`,
    remedy: 'See that the file is there and readable, then run `pnk sync` again.',
    details: { path: key, system: code },
    cause,
  })
}

function changing(key: string): SyncError {
  return new SyncError({
    code: 'SYNC_FILE_UNREADABLE',
    message: `${displayPath(key)}: changed while it was read`,
    remedy: 'Run `pnk sync` again when nothing writes the file.',
    details: { path: key },
  })
}
