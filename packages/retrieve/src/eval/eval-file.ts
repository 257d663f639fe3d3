import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { leadsInside, systemErrorCode } from '@pinakes/manifest'

/** The largest file of an evaluation that is read, in bytes (16 MiB); it may be a stranger's. */
const MAX_BYTES = 16 * 1024 * 1024

/** The bytes of a file of an evaluation, null where there is none, or in words why it is not read. */
export type EvalFile =
  | { readonly bytes: Uint8Array | null }
  | { readonly refused: string; readonly cause?: unknown }

/**
 * The file at `path`, relative to the KB's root. A KB may come from somewhere else: a link out of it is not followed,
 * and what is no regular file (a pipe would never end) is not opened.
 */
export function readEvalFile(root: string, path: string): EvalFile {
  try {
    const stats = statSync(join(root, path), { throwIfNoEntry: false })
    if (stats === undefined) return { bytes: null }
    const refused = whyRefused(root, path, stats)
    return refused === null ? { bytes: readFileSync(join(root, path)) } : { refused }
  } catch (cause) {
    const code = systemErrorCode(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { bytes: null }
    return { refused: `it cannot be read: ${code ?? String(cause)}`, cause }
  }
}

/** In words why nothing may be written at `path`, or null. A link in its place is replaced, not followed. */
export function whyUnwritable(root: string, path: string): string | null {
  if (!leadsInside(root, dirname(join(root, path)))) return 'its folder lies outside of the knowledge base'
  const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
  return isFolder ? 'a directory is in its place' : null
}

function whyRefused(root: string, path: string, stats: Stats): string | null {
  if (!leadsInside(root, join(root, path))) return 'it is a link to a file outside of the knowledge base'
  if (!stats.isFile()) return 'it is not a regular file'
  return stats.size > MAX_BYTES ? 'it is larger than 16 MiB' : null
}
