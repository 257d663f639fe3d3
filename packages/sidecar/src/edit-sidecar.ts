import { readFileSync, realpathSync } from 'node:fs'
import {
  contentHash,
  displayPath,
  isAtOrBelow,
  type KbUlid,
  resolvePath,
  systemErrorCode,
  writeFileAtomic,
} from '@pinakes/manifest'
import type { SidecarEdit, SidecarFile } from './contracts.js'
import { editSidecarBytes } from './edit-bytes.js'
import { withEditLock } from './edit-lock.js'
import { SidecarError } from './errors.js'
import { parseSidecar } from './parse-sidecar.js'
import { readSidecarBytes } from './read-sidecar.js'
import { writeError } from './write-error.js'

/** Whose sidecar is edited. */
export interface EditOptions {
  /** The KB that owns the file. */
  readonly owner: KbUlid
  /** Root of that KB: a symbolic link is written through only to a file inside of it. */
  readonly kbRoot: string
}

/** What {@link editSidecar} left on disk. */
export interface EditedSidecar {
  /** False if the edits changed no data: then nothing was written, and the file's times stay. */
  readonly changed: boolean
  readonly file: SidecarFile
}

const MAX_TRIES = 3

/**
 * Applies `edits` to the sidecar at `path` and replaces it atomically, keeping its permissions. A symbolic link is
 * written through: the file it names is replaced, the link stays.
 *
 * No edit of another process is lost: Pinakes processes take turns, and right before the rename the bytes on disk
 * must be those that were read, else the edits are applied to the new ones, three times at most. What remains is an
 * editor that saves between that comparison and the rename, a few microseconds.
 * @throws SidecarError what {@link editSidecarBytes} says; `SIDECAR_NOT_FOUND`, `SIDECAR_UNREADABLE`,
 * `SIDECAR_OUTSIDE_KB`, `SIDECAR_CONFLICT`, `SIDECAR_WRITE`. The file is then as it was.
 */
export async function editSidecar(
  path: string,
  edits: readonly SidecarEdit[],
  options: EditOptions,
): Promise<EditedSidecar> {
  const target = resolveTarget(path, options.kbRoot)
  // Planned once without the lock, so that an edit that changes nothing writes nothing at all.
  const idle = unchanged(path, target, edits, options)
  if (idle) return idle
  return withEditLock(target, () => rewrite(path, target, edits, options))
}

function unchanged(
  path: string,
  target: string,
  edits: readonly SidecarEdit[],
  { owner }: EditOptions,
): EditedSidecar | null {
  const bytes = readSidecarBytes(target)
  return editSidecarBytes(bytes, edits, { path, owner }) === bytes ? result(path, bytes, owner, false) : null
}

async function rewrite(
  path: string,
  target: string,
  edits: readonly SidecarEdit[],
  { owner }: EditOptions,
): Promise<EditedSidecar> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const bytes = readSidecarBytes(target)
    const edited = editSidecarBytes(bytes, edits, { path, owner })
    if (edited === bytes) return result(path, bytes, owner, false)
    if (await replaceIfStill(target, bytes, edited)) return result(path, edited, owner, true)
  }
  throw conflict(path)
}

/** Replaces the file if it still holds `expected`; false if it does not. */
async function replaceIfStill(target: string, expected: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  let moved = false
  try {
    await writeFileAtomic(target, bytes, {
      beforeRename: () => {
        moved = !readFileSync(target).equals(expected)
        if (moved) throw new Error('the file changed on disk')
      },
    })
    return true
  } catch (error) {
    if (moved) return false
    throw writeError(target, error)
  }
}

/** The file to rewrite, every symbolic link resolved. */
function resolveTarget(path: string, kbRoot: string): string {
  const target = realPath(path)
  if (isAtOrBelow(resolvePath(kbRoot), target)) return target
  throw new SidecarError({
    code: 'SIDECAR_OUTSIDE_KB',
    message: `${displayPath(path)}: leads to ${displayPath(target)}, outside of the KB ${displayPath(kbRoot)}`,
    remedy: 'Replace the link by a copy of the file it names, or edit that file by hand.',
    details: { path, target, kbRoot },
  })
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    // Reading says it in its own words: nothing here, or not readable.
    if (systemErrorCode(error) !== undefined) readSidecarBytes(path)
    throw error
  }
}

function result(path: string, bytes: Uint8Array, owner: KbUlid, changed: boolean): EditedSidecar {
  const file = { path, sidecar: parseSidecar(bytes, { path, owner }), hash: contentHash(bytes), bytes }
  return { changed, file }
}

function conflict(path: string): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_CONFLICT',
    message: `${displayPath(path)}: another program changed the file ${MAX_TRIES} times while it was to be rewritten; nothing was written`,
    remedy: 'Run the command again when the other program is done.',
    details: { path },
  })
}
