import { lstatSync } from 'node:fs'
import {
  contentHash,
  createFileExclusive,
  type DocUlid,
  displayPath,
  isPinakesError,
  type KbUlid,
  systemErrorCode,
} from '@pinakes/manifest'
import type { NewSidecar, SidecarFile } from './contracts.js'
import { SidecarError } from './errors.js'
import { mintText } from './mint-text.js'
import { parseSidecar } from './parse-sidecar.js'
import { readSidecar } from './read-sidecar.js'
import { writeError } from './write-error.js'

/** Whose sidecar is written, and how. */
export interface MintOptions {
  /** The KB that owns the file. */
  readonly owner: KbUlid
  /** How the file is created: never over anything. Default: `createFileExclusive`; a write batch's `create` fits. */
  readonly create?: (path: string, text: string) => Promise<void>
}

/** What {@link mintSidecar} left on disk. */
export interface MintedSidecar {
  /** The permanent id of the document from now on; not the one asked for if another writer came first. */
  readonly id: DocUlid
  /** False if another writer created the file in the same moment, and its id was adopted. */
  readonly minted: boolean
  readonly file: SidecarFile
}

/**
 * Creates the sidecar `path`, complete or not at all and never over anything, a dangling symbolic link included:
 * what lies there may hold the permanent id. If another writer gets in between the check and the creation, its
 * file is read and its id adopted.
 * @throws SidecarError `SIDECAR_EXISTS` if something is there, `SIDECAR_WRITE`; after a lost race what
 * {@link readSidecar} says of the winner's file.
 */
export async function mintSidecar(
  path: string,
  fresh: NewSidecar,
  options: MintOptions,
): Promise<MintedSidecar> {
  const text = mintText(fresh)
  const bytes = Buffer.from(text, 'utf8')
  // Parsed before it is written: what is on disk for good must read back.
  const sidecar = parseSidecar(bytes, { path, owner: options.owner })
  if (isThere(path)) throw exists(path)
  const create = options.create ?? createFileExclusive
  try {
    await create(path, text)
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return adopt(path, options.owner)
    throw writeError(path, error)
  }
  return { id: sidecar.id, minted: true, file: { path, sidecar, hash: contentHash(bytes), bytes } }
}

function adopt(path: string, owner: KbUlid): MintedSidecar {
  try {
    const file = readSidecar(path, owner)
    return { id: file.sidecar.id, minted: false, file }
  } catch (error) {
    throw isPinakesError(error, 'SIDECAR_NOT_FOUND') ? exists(path) : error
  }
}

/** True for anything under the name; a link counts by itself, wherever it points. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw writeError(path, error)
  }
}

function exists(path: string): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_EXISTS',
    message: `${displayPath(path)}: something is already here, and it may hold the document's permanent id`,
    remedy:
      'Run `pnk sync` again to read it; move it away if it is a folder; restore its target if it is a dangling link.',
    details: { path },
  })
}
