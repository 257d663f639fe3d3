import { join } from 'node:path'
import type { DocumentRow, FailureRow, FileStamp } from '@pinakes/index'
import { compareCodePoints, hashFile, provesUnchanged, type Selection, sidecarPath } from '@pinakes/manifest'
import { canHaveSidecar, isAtOrBelowKey, unknownPlaces } from '@pinakes/sync'

/** How files and index differ; KB-relative paths in code-point order. */
export interface TreeChanges {
  /** Documents that no sync has seen. */
  readonly added: readonly string[]
  readonly changed: readonly string[]
  /** Indexed, and the file is not there any more, or not under that name. */
  readonly gone: readonly string[]
  /** Sidecars that were edited, or are missing beside an indexed document. */
  readonly sidecars: readonly string[]
  /** Roots and directories that could not be looked into: what lies there is neither changed nor gone. */
  readonly unknown: readonly string[]
}

/** What the index remembers of the files. */
export interface IndexedTree {
  readonly documents: readonly Pick<DocumentRow, 'path' | 'contentHash' | 'sidecarHash'>[]
  readonly failures: readonly Pick<FailureRow, 'path'>[]
  readonly stamps: ReadonlyMap<string, FileStamp>
}

/**
 * The changes that the next sync would find below `root`. A file is read only where its size, times and inode do not
 * prove that it is unchanged. A document that the last sync failed on counts as seen.
 */
export async function treeChanges(
  root: string,
  selection: Selection,
  { documents, failures, stamps }: IndexedTree,
): Promise<TreeChanges> {
  const unknown = unknownPlaces(selection)
  const indexed = new Set(documents.map(({ path }) => path))
  const seen = new Set([...indexed, ...failures.map(({ path }) => path)])
  const isKnown = ({ path }: { readonly path: string }) =>
    !unknown.some((place) => isAtOrBelowKey(place, path))
  const isThere = ({ path }: { readonly path: string }) => selection.documents.has(path)
  const known = documents.filter(isKnown)
  const changed = await filterAsync(known.filter(isThere), ({ path, contentHash }) =>
    differs(join(root, path), {
      entry: selection.documents.get(path),
      stamp: stamps.get(path),
      hash: contentHash,
    }),
  )
  const sidecars = await filterAsync(known.filter(isThere), async ({ path, sidecarHash }) => {
    const beside = sidecarPath(path)
    const entry = selection.sidecars.get(beside)
    if (entry === undefined) return canHaveSidecar(path)
    return differs(join(root, beside), { entry, stamp: stamps.get(beside), hash: sidecarHash })
  })
  return {
    added: [...selection.documents.keys()].filter((path) => !seen.has(path)).sort(compareCodePoints),
    changed: paths(changed),
    gone: paths(known.filter((document) => !isThere(document))),
    sidecars: paths(sidecars).map(sidecarPath),
    unknown,
  }
}

interface Compared {
  readonly entry: ReturnType<Selection['documents']['get']>
  readonly stamp: FileStamp | undefined
  /** Null: the index has none. */
  readonly hash: string | null
}

async function differs(path: string, { entry, stamp, hash }: Compared): Promise<boolean> {
  const target = entry?.target ?? null
  if (target === null || !target.isFile() || entry?.leadsOutside) return true
  if (stamp !== undefined && provesUnchanged(stamp, target)) return stamp.hash !== hash
  try {
    return (await hashFile(path)) !== hash
  } catch {
    // Unreadable or gone since the walk: the next sync will have something to say about it.
    return true
  }
}

async function filterAsync<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = []
  for (const item of items) if (await test(item)) kept.push(item)
  return kept
}

function paths(documents: readonly { readonly path: string }[]): string[] {
  return documents.map(({ path }) => path).sort(compareCodePoints)
}
