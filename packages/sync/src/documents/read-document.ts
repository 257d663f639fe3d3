import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import {
  decodeText,
  type ExtractorRegistry,
  MAX_TEXT_BYTES,
  type SourceType,
  sourceTypeOf,
  textTooLarge,
} from '@pinakes/extract-free'
import type { FailureStage } from '@pinakes/index'
import { contentHash, displayPath, fileStat, hashFile, type Manifest } from '@pinakes/manifest'
import { SyncError } from '../errors.js'
import type { FileContents } from '../walk/file-contents.js'
import { asUnreadable } from './unreadable.js'

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
  /** Bytes that the walk has read. */
  readonly contents?: FileContents
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
    return sourceType === 'pdf'
      ? await readPaged(path, key, options)
      : readText(path, key, { sourceType, ...options })
  } catch (error) {
    throw asUnreadable(key, error)
  }
}

interface TextOptions extends ReadDocumentOptions {
  readonly sourceType: SourceType
}

function readText(path: string, key: string, { sourceType, contents }: TextOptions): DocumentContent {
  const { bytes, hash, mtimeMs } = keptBytes(path, key, contents) ?? readBytes(path, key)
  return {
    sourceType,
    text: decodeText(bytes, key),
    contentHash: hash,
    mtime: mtimeMs / 1000,
    pageSpans: null,
    extraction: null,
  }
}

interface FileBytes {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly mtimeMs: number
}

/** What the walk has read, if the file is still that. */
function keptBytes(path: string, key: string, contents: FileContents | undefined): FileBytes | null {
  const kept = contents?.take(key, fileStat(statSync(path))) ?? null
  return kept && { bytes: kept.bytes, hash: kept.stamp.hash, mtimeMs: kept.stamp.mtimeMs }
}

/** Size and bytes of one open file, so that a file too large is refused before it fills the memory. */
function readBytes(path: string, key: string): FileBytes {
  const file = openSync(path, 'r')
  try {
    const { size, mtimeMs } = fstatSync(file)
    if (size > MAX_TEXT_BYTES) throw textTooLarge(key, size)
    const bytes = readFileSync(file)
    return { bytes, hash: contentHash(bytes), mtimeMs }
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
    mtime: statSync(path).mtimeMs / 1000,
    pageSpans,
    extraction: {
      backend: extractors.find(extraction.backend)?.name ?? extraction.backend,
      fingerprint: extractors.fingerprint(extraction.backend, extraction.model),
    },
  }
}

function changing(key: string): SyncError {
  return new SyncError({
    code: 'SYNC_FILE_UNREADABLE',
    message: `${displayPath(key)}: changed while it was read`,
    remedy: 'Run `pnk sync` again when nothing writes the file.',
    details: { path: key },
  })
}
