import type { FileStamp } from '@pinakes/index'
import { type DirectoryEntry, type DocUlid, isPinakesError, type KbUlid, pathOfKey } from '@pinakes/manifest'
import { readSidecar, type SidecarFile } from '@pinakes/sidecar'
import type { BrokenSidecar, SeenSidecar } from '../pairing/picture.js'
import { describeError } from '../report/describe-error.js'
import { type HashOptions, hashFiles } from '../walk/hash-files.js'
import type { Unread } from '../walk/unread.js'

/** The sidecars of a tree. */
export interface ObservedSidecars {
  readonly readable: readonly SeenSidecar[]
  readonly broken: readonly BrokenSidecar[]
  /** By key: those that had to be parsed. */
  readonly parsed: ReadonlyMap<string, SidecarFile>
  readonly fresh: readonly FileStamp[]
}

export interface SidecarOptions extends HashOptions {
  readonly owner: KbUlid
  /** The id in a sidecar of that hash, as the index knows it: equal bytes carry equal ids. */
  readonly idOfHash: ReadonlyMap<string, DocUlid>
}

/** Finds the id of every sidecar; parses only those whose bytes the index has not met. Never throws for one of them. */
export async function readSidecars(
  entries: ReadonlyMap<string, DirectoryEntry>,
  options: SidecarOptions,
): Promise<ObservedSidecars> {
  const { files, fresh } = await hashFiles(entries, options)
  const readable: SeenSidecar[] = []
  const broken: BrokenSidecar[] = []
  const parsed = new Map<string, SidecarFile>()
  for (const { key, ...file } of files) {
    if (file.hash === null) broken.push(unreadSidecar(key, file.unread))
    else {
      const id = options.idOfHash.get(file.hash)
      if (id === undefined) parseOne(key, options)
      else readable.push({ path: key, id, hash: file.hash })
    }
  }
  return { readable, broken, parsed, fresh }

  function parseOne(key: string, { root, owner }: SidecarOptions): void {
    try {
      const file = readSidecar(pathOfKey(root, key), owner)
      parsed.set(key, file)
      readable.push({ path: key, id: file.sidecar.id, hash: file.hash })
    } catch (error) {
      if (!isPinakesError(error)) throw error
      broken.push({ path: key, error: describeError(error), remedy: error.remedy })
    }
  }
}

/** A sidecar that is there and whose bytes could not be had. */
export function unreadSidecar(path: string, { why, remedy }: Unread): BrokenSidecar {
  return { path, error: `SidecarError: ${path}: ${why}`, remedy }
}
