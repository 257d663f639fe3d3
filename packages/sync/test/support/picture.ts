import { sourceTypeOf } from '@pinakes/extract-free'
import { contentHash, type DocUlid, sidecarPath } from '@pinakes/manifest'
import type {
  BrokenSidecar,
  KnownDocument,
  Picture,
  SeenFile,
  SeenSidecar,
} from '../../src/pairing/picture.js'

/** The ULID that ends in `name`, padded with zeros. */
export function ulid(name: string): DocUlid {
  return `01J${name.padStart(23, '0')}` as DocUlid
}

export interface KnownInput {
  readonly id: string
  readonly path: string
  readonly content?: string
  /** Bytes of the sidecar when it was last read; null: there was none. */
  readonly sidecar?: string | null
  readonly state?: 'active' | 'deleted'
}

export interface PictureInput {
  readonly known?: readonly KnownInput[]
  /** Path to content; null: it cannot be read. */
  readonly files?: Readonly<Record<string, string | null>>
  /** Path of the document to the id, or to `[id, bytes]`. */
  readonly sidecars?: Readonly<Record<string, string | readonly [string, string]>>
  /** Paths of documents whose sidecar is unreadable. */
  readonly broken?: readonly string[]
  readonly present?: readonly string[]
  /** Directories that nobody could look into. */
  readonly unknown?: readonly string[]
}

/** A picture from shorthand: contents stand for their hashes, and a sidecar's default bytes are its id. */
export function picture(input: PictureInput): Picture {
  return {
    known: (input.known ?? []).map(knownDocument),
    files: Object.entries(input.files ?? {}).map(seenFile),
    sidecars: Object.entries(input.sidecars ?? {}).map(seenSidecar),
    broken: (input.broken ?? []).map(
      (path): BrokenSidecar => ({
        path: sidecarPath(path),
        error: 'SidecarError: not valid YAML',
        remedy: 'Correct the line.',
      }),
    ),
    present: new Set(input.present ?? []),
    unknown: input.unknown ?? [],
  }
}

function knownDocument({
  id,
  path,
  content = id,
  sidecar = id,
  state = 'active',
}: KnownInput): KnownDocument {
  return {
    id: ulid(id),
    path,
    contentHash: contentHash(content),
    sidecarHash: sidecar === null ? null : contentHash(sidecar),
    sourceType: sourceTypeOf(path),
    state,
    extractionBackend: null,
  }
}

function seenFile([path, content]: readonly [string, string | null]): SeenFile {
  return { path, hash: content === null ? null : contentHash(content), size: content?.length ?? 1 }
}

function seenSidecar([path, value]: readonly [string, string | readonly [string, string]]): SeenSidecar {
  const [id, bytes] = typeof value === 'string' ? [value, value] : value
  return { path: sidecarPath(path), id: ulid(id), hash: contentHash(bytes) }
}
