import { compareCodePoints, type DocUlid } from '@pinakes/manifest'
import type { Claims } from './claims.js'
import { matchVanished } from './match-vanished.js'
import { isUnknown, type KnownDocument, type Picture, type SeenFile } from './picture.js'
import type { Ambiguity, KeptDocuments, PairingReason } from './plan.js'

/** Which identity a walked file has, and how it came by it. */
export interface Assignment {
  readonly id: DocUlid
  readonly row: KnownDocument | null
  readonly how: 'claimed' | 'stays' | Extract<PairingReason, 'renamed' | 'revived'>
}

/** Who is who, before anything is decided about contents. */
export interface Assignments {
  /** By path; a walked file without an entry is new, or blocked by its unreadable sidecar. */
  readonly byPath: ReadonlyMap<string, Assignment>
  /** Active rows that found no place and no excuse. */
  readonly deleted: readonly KnownDocument[]
  /** Active rows that nobody could look for. */
  readonly untouched: readonly KnownDocument[]
  readonly kept: KeptDocuments
  /** By path of a new file: the row that nobody could look for and whose content it has. It may be that, moved. */
  readonly waiting: ReadonlyMap<string, KnownDocument>
  readonly ambiguous: readonly Ambiguity[]
}

/**
 * Gives every id at most one path and every path at most one id. Sidecars first, whatever the index says; then the
 * index where a file has no sidecar; then evidence for the rows that are left over.
 */
export function assignIdentities(picture: Picture, claims: Claims): Assignments {
  const byId = new Map(picture.known.map((row): [DocUlid, KnownDocument] => [row.id, row]))
  const active = picture.known.filter((row) => row.state === 'active')
  const elsewhere = (row: KnownDocument) => claims.pathOf.has(row.id) || claims.held.has(row.id)
  const files = new Map(picture.files.map((file): [string, SeenFile] => [file.path, file]))
  const byPath = new Map<string, Assignment>()

  for (const [path, { id }] of claims.byPath)
    byPath.set(path, { id, row: byId.get(id) ?? null, how: 'claimed' })
  for (const row of active) {
    if (files.has(row.path) && !byPath.has(row.path) && !elsewhere(row)) {
      byPath.set(row.path, { id: row.id, row, how: 'stays' })
    }
  }

  const vanished = active.filter(
    (row) =>
      !elsewhere(row) &&
      !files.has(row.path) &&
      !picture.present.has(row.path) &&
      !isUnknown(picture, row.path),
  )
  const appeared = picture.files.filter(
    (file) => file.hash !== null && !byPath.has(file.path) && !claims.brokenByPath.has(file.path),
  )
  const revivable = deletedRowsByPath(
    picture.known.filter((row) => row.state === 'deleted' && !elsewhere(row)),
  )
  const ambiguous = placeLeftovers({ vanished, appeared, revivable, byPath })

  const placed = new Set([...byPath.values()].map(({ id }) => id))
  const lost = active.filter((row) => !placed.has(row.id))
  const untouched = lost.filter((row) => isUnknown(picture, row.path))
  const unread = hidingPlaces(picture, byPath, claims)
  const unclear = new Set(ambiguous.flatMap((group) => group.vanished))
  const kept =
    unread.length === 0 ? [] : vanished.filter(({ id, path }) => !placed.has(id) && !unclear.has(path))
  const staying = new Set([...untouched, ...kept])
  return {
    byPath,
    deleted: lost.filter((row) => !staying.has(row)),
    untouched,
    kept: { rows: kept, unread },
    waiting: contentOf(
      untouched,
      appeared.filter((file) => !byPath.has(file.path)),
    ),
    ambiguous,
  }
}

/** Where a vanished document may be: directories nobody could look into, and new files that could not be read. */
function hidingPlaces(picture: Picture, byPath: ReadonlyMap<string, Assignment>, claims: Claims): string[] {
  const files = picture.files.filter(
    ({ path, hash, size }) =>
      hash === null && size !== 0 && !byPath.has(path) && !claims.brokenByPath.has(path),
  )
  return [...picture.unknown, ...files.map(({ path }) => path)].sort(compareCodePoints)
}

/** The files whose content one of `rows` had; empty content is no evidence. */
function contentOf(
  rows: readonly KnownDocument[],
  files: readonly SeenFile[],
): ReadonlyMap<string, KnownDocument> {
  const byContent = new Map(
    [...rows].sort((a, b) => compareCodePoints(b.path, a.path)).map((row) => [row.contentHash, row]),
  )
  return new Map(
    files.flatMap((file): [string, KnownDocument][] => {
      const row = file.hash === null || file.size === 0 ? undefined : byContent.get(file.hash)
      return row === undefined ? [] : [[file.path, row]]
    }),
  )
}

interface Leftovers {
  readonly vanished: readonly KnownDocument[]
  readonly appeared: readonly SeenFile[]
  readonly revivable: ReadonlyMap<string, readonly KnownDocument[]>
  readonly byPath: Map<string, Assignment>
}

/**
 * A file at the path of a deleted row is that document again (row 4). A vanished row with the very content of the
 * file is better evidence, unless the deleted row had that content too.
 */
function placeLeftovers({ vanished, appeared, revivable, byPath }: Leftovers): readonly Ambiguity[] {
  const revive = (file: SeenFile, row: KnownDocument | undefined): void => {
    if (row !== undefined) byPath.set(file.path, { id: row.id, row, how: 'revived' })
  }
  for (const file of appeared) {
    revive(
      file,
      revivable.get(file.path)?.find((row) => row.contentHash === file.hash),
    )
  }
  const open = appeared.filter((file) => !byPath.has(file.path))
  const { rowOf, ambiguous } = matchVanished(vanished, open)
  for (const [path, row] of rowOf) byPath.set(path, { id: row.id, row, how: 'renamed' })
  for (const file of open) {
    if (!byPath.has(file.path)) revive(file, revivable.get(file.path)?.[0])
  }
  return ambiguous
}

/** Deleted rows by their last path, the latest id first: a path may have had several documents in its time. */
function deletedRowsByPath(rows: readonly KnownDocument[]): Map<string, KnownDocument[]> {
  const byPath = new Map<string, KnownDocument[]>()
  for (const row of [...rows].sort((a, b) => compareCodePoints(b.id, a.id))) {
    const group = byPath.get(row.path)
    if (group === undefined) byPath.set(row.path, [row])
    else group.push(row)
  }
  return byPath
}
