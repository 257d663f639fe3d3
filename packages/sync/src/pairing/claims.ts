import { compareCodePoints, type DocUlid, documentsBeside } from '@pinakes/manifest'
import type { BrokenSidecar, Picture, SeenFile, SeenSidecar } from './picture.js'

/** What the sidecars on disk say about who is who. */
export interface Claims {
  /** By path of a walked file: the readable sidecar beside it. */
  readonly byPath: ReadonlyMap<string, SeenSidecar>
  /** By path of a walked file: the unreadable sidecar beside it. */
  readonly brokenByPath: ReadonlyMap<string, BrokenSidecar>
  /** By id: the walked file that its sidecar stands beside. */
  readonly pathOf: ReadonlyMap<DocUlid, string>
  /** Ids whose sidecar stands beside a file that is there but is no document of this KB now. */
  readonly held: ReadonlySet<DocUlid>
  /** By id: a readable sidecar whose document file is missing. */
  readonly loose: ReadonlyMap<DocUlid, SeenSidecar>
  /** Every sidecar without a document file, unreadable ones included. */
  readonly orphans: readonly string[]
  /** Unreadable sidecars, and directories that may hold any: whose id is in them, nobody can tell now. */
  readonly unread: readonly string[]
}

/** Sorts the sidecars by what stands beside them. Ids have to be distinct (see `duplicateIds`). */
export function readClaims(picture: Picture): Claims {
  const walked = new Map(picture.files.map((file): [string, SeenFile] => [file.path, file]))
  const paths = [...picture.sidecars, ...picture.broken].map(({ path }) => path)
  const beside = documentsBeside(paths, new Set([...walked.keys(), ...picture.present]))
  const claims = {
    byPath: new Map<string, SeenSidecar>(),
    brokenByPath: new Map<string, BrokenSidecar>(),
    pathOf: new Map<DocUlid, string>(),
    held: new Set<DocUlid>(),
    loose: new Map<DocUlid, SeenSidecar>(),
    orphans: [] as string[],
    unread: [...picture.broken.map(({ path }) => path), ...picture.unknown].sort(compareCodePoints),
  }
  for (const sidecar of picture.sidecars) {
    const document = beside.get(sidecar.path) ?? null
    if (document === null) {
      claims.loose.set(sidecar.id, sidecar)
      claims.orphans.push(sidecar.path)
    } else if (walked.has(document)) {
      claims.byPath.set(document, sidecar)
      claims.pathOf.set(sidecar.id, document)
    } else claims.held.add(sidecar.id)
  }
  for (const sidecar of picture.broken) {
    const document = beside.get(sidecar.path) ?? null
    if (document === null) claims.orphans.push(sidecar.path)
    else if (walked.has(document)) claims.brokenByPath.set(document, sidecar)
  }
  return claims
}
