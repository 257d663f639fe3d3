import type { DocumentRow, FileStamp } from '@pinakes/index'
import {
  type DocUlid,
  documentOfSidecar,
  type FileStat,
  type Manifest,
  type Selection,
  selectFiles,
  type Tree,
} from '@pinakes/manifest'
import type { SidecarFile } from '@pinakes/sidecar'
import type { Picture } from '../pairing/picture.js'
import { FileContents } from '../walk/file-contents.js'
import { hashFiles } from '../walk/hash-files.js'
import { isAtOrBelowKey, unknownPlaces } from '../walk/unknown-places.js'
import { type Unread, VANISHED } from '../walk/unread.js'
import { readSidecars, unreadSidecar } from './read-sidecars.js'

/** Everything a run knows of the disk before it decides anything. */
export interface Observation {
  readonly picture: Picture
  readonly selection: Selection
  /** By key of a document: what the file system said of its file. */
  readonly stats: ReadonlyMap<string, FileStat>
  /** By key of a document that could not be read: why. */
  readonly unreadFiles: ReadonlyMap<string, Unread>
  /** By key: sidecars that were parsed on the way. */
  readonly sidecarFiles: ReadonlyMap<string, SidecarFile>
  /** Stamps of the files that were read. */
  readonly fresh: readonly FileStamp[]
  /** Bytes of documents that were read. */
  readonly contents: FileContents
}

export interface ObserveOptions {
  /** The resolved KB root. */
  readonly root: string
  readonly manifest: Manifest
  readonly tree: Tree
  /** The clock just before the tree was read, ms. */
  readonly takenMs: number
  readonly known: readonly DocumentRow[]
  readonly stamps: ReadonlyMap<string, FileStamp>
  readonly signal?: AbortSignal | undefined
}

/** Looks at the tree: which files are documents, what they contain, whose sidecars stand beside them. */
export async function observe(options: ObserveOptions): Promise<Observation> {
  const { root, manifest, tree, known } = options
  const selection = selectFiles(root, manifest.sources, tree)
  const contents = new FileContents()
  const hashed = await hashFiles(selection.documents, { ...options, contents })
  const sidecars = await readSidecars(selection.sidecars, {
    ...options,
    owner: manifest.kb.id,
    idOfHash: idsBySidecarHash(known),
  })
  const vanished = selection.problems.vanished
  const vanishedSidecars = vanished.filter((key) => documentOfSidecar(key) !== null)
  const vanishedFiles = vanished.filter((key) => documentOfSidecar(key) === null)
  return {
    selection,
    stats: new Map(hashed.files.flatMap(({ key, stats }) => (stats === null ? [] : [[key, stats] as const]))),
    unreadFiles: new Map([
      ...hashed.files.flatMap((file) => (file.hash === null ? [[file.key, file.unread] as const] : [])),
      ...vanishedFiles.map((key) => [key, VANISHED] as const),
    ]),
    sidecarFiles: sidecars.parsed,
    contents,
    fresh: [...hashed.fresh, ...sidecars.fresh],
    picture: {
      known,
      files: [
        ...hashed.files.map(({ key, hash, stats }) => ({ path: key, hash, size: stats?.size ?? 0 })),
        ...vanishedFiles.map((key) => ({ path: key, hash: null, size: null })),
      ],
      sidecars: sidecars.readable,
      broken: [...sidecars.broken, ...vanishedSidecars.map((path) => unreadSidecar(path, VANISHED))],
      present: selection.present,
      unknown: unknownPlaces(selection).filter((place) => mayHold(place, selection, known)),
    },
  }
}

function idsBySidecarHash(known: readonly DocumentRow[]): Map<string, DocUlid> {
  return new Map(
    known.flatMap((row) => (row.sidecarHash === null ? [] : [[row.sidecarHash, row.id] as const])),
  )
}

/** A missing root that no document is known of is a name in the manifest and no more. */
function mayHold(place: string, { problems }: Selection, known: readonly DocumentRow[]): boolean {
  if (!problems.missingRoots.includes(place)) return true
  return known.some(({ path, state }) => state === 'active' && isAtOrBelowKey(place, path))
}
