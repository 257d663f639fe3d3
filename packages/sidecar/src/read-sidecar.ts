import { readFileSync, statSync } from 'node:fs'
import { contentHash, displayPath, type KbUlid, sidecarPath, systemErrorCode } from '@pinakes/manifest'
import type { SidecarFile } from './contracts.js'
import { SidecarError } from './errors.js'
import { parseSidecar } from './parse-sidecar.js'
import { MAX_SIDECAR_BYTES, tooLarge } from './source-text.js'

/** `<document path>.pnk.yaml`: the suffix is appended, never substituted. */
export function sidecarPathOf(documentPath: string): string {
  return sidecarPath(documentPath)
}

/**
 * The sidecar at `path`, its bytes and their hash. Follows symbolic links; writes nothing.
 * @throws SidecarError `SIDECAR_NOT_FOUND`, `SIDECAR_UNREADABLE`, or what {@link parseSidecar} says.
 */
export function readSidecar(path: string, owner: KbUlid): SidecarFile {
  const bytes = readSidecarBytes(path)
  return { path, sidecar: parseSidecar(bytes, { path, owner }), hash: contentHash(bytes), bytes }
}

/** The raw bytes at `path`, of a regular file of a sidecar's size. */
export function readSidecarBytes(path: string): Uint8Array {
  try {
    // Looked at first: opening a pipe would wait for a writer, and a huge file would fill the memory.
    const info = statSync(path)
    if (!info.isFile()) throw unreadable(path, 'not a file')
    if (info.size > MAX_SIDECAR_BYTES) throw tooLarge(path, info.size)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof SidecarError) throw error
    if (systemErrorCode(error) === 'ENOENT') throw notFound(path, error)
    throw unreadable(path, systemErrorCode(error) ?? String(error), error)
  }
}

function notFound(path: string, cause: unknown): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_NOT_FOUND',
    message: `${displayPath(path)}: no sidecar here`,
    remedy: 'Run `pnk sync` to write the missing sidecars.',
    details: { path },
    cause,
  })
}

function unreadable(path: string, why: string, cause?: unknown): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_UNREADABLE',
    message: `${displayPath(path)}: cannot be read: ${why}`,
    remedy: 'Make it a regular file that you may read.',
    details: { path },
    cause,
  })
}
