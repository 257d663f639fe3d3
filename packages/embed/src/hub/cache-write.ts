import { existsSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isPinakesError, MANIFEST_NAME, systemErrorCode } from '@pinakes/manifest'
import { EmbedError } from '../errors.js'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs `work`, and turns what the file system refuses in it into `EMBED_CACHE_WRITE`. */
export async function writingTo<T>(cache: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === undefined || !/^E[A-Z]+$/.test(code) || isPinakesError(error)) throw error
    throw cannotWrite(cache, code, error)
  }
}

function cannotWrite(cache: string, code: string, cause: unknown): EmbedError {
  const isFull = FULL.has(code)
  const path = cause instanceof Error && 'path' in cause ? ` (${String(cause.path)})` : ''
  return new EmbedError({
    code: 'EMBED_CACHE_WRITE',
    message: `The model cache ${cache} cannot be written: ${isFull ? 'no space is left for it' : code}${path}`,
    remedy: isFull
      ? 'Free some space, or set HF_HOME to a folder on a larger disk, then run the same command again: it goes on where it stopped.'
      : 'Check who owns the folder and its permissions, or set HF_HOME to another folder.',
    details: { cache, code },
    cause,
  })
}

/**
 * Makes the cache's folder.
 * @throws EmbedError `EMBED_CACHE_INSIDE_KB` if it lies in a knowledge base: models would be committed with it, and
 * read as documents
 */
export function prepareCache(cache: string): void {
  for (let folder = cache; ; folder = dirname(folder)) {
    if (existsSync(join(folder, MANIFEST_NAME))) throw insideKb(cache, folder)
    if (folder === dirname(folder)) break
  }
  mkdirSync(cache, { recursive: true })
}

function insideKb(cache: string, root: string): EmbedError {
  return new EmbedError({
    code: 'EMBED_CACHE_INSIDE_KB',
    message: `The model cache ${cache} lies inside the knowledge base ${root}`,
    remedy: 'Set HF_HOME to a folder outside of every knowledge base.',
    details: { cache, root },
  })
}

/** @throws EmbedError `EMBED_CACHE_WRITE` if the disk of `folder` has less than `bytes` left, as far as it says */
export async function checkSpace(folder: string, bytes: number): Promise<void> {
  // Not every file system can tell; then the write itself will.
  const disk = await statfs(folder).catch(() => null)
  const free = disk === null ? bytes : disk.bavail * disk.bsize
  if (free >= bytes) return
  throw new EmbedError({
    code: 'EMBED_CACHE_WRITE',
    message: `The model needs ${bytes} bytes, and ${folder} has ${free} left`,
    remedy: 'Free some space, or set HF_HOME to a folder on a larger disk, then run the same command again.',
    details: { folder, needed: bytes, free },
  })
}
