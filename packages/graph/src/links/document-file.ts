import { type Stats, statSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import {
  displayPath,
  documentKey,
  documentOfSidecar,
  isAtOrBelow,
  isPinakesError,
  isUlid,
  quote,
  resolveParent,
  resolvePath,
  shortenPath,
  sidecarPath,
  systemErrorCode,
} from '@pinakes/manifest'
import { type LinkEnd, linkError } from './link-errors.js'

/** A document that a path names, and its sidecar; both files are there. */
export interface DocumentFile {
  /** KB-relative, `/` separators. */
  readonly key: string
  /** Absolute. */
  readonly sidecar: string
}

export interface DocumentRequest {
  /** Resolved root of the KB that holds the document. */
  readonly root: string
  /** As typed: relative to the root, or absolute inside it; a `~` is a name. */
  readonly path: string
  readonly end: LinkEnd
}

/**
 * The document that a path names, whether or not it is among the KB's sources. Every directory on the way is resolved
 * and has to lie inside the KB; the document itself may be a symbolic link. Where a name is not found as typed, its
 * composed and decomposed Unicode forms are tried.
 * @throws GraphError `LINK_PATH_EMPTY`, `LINK_PATH_UNUSABLE`, `LINK_PATH_OUTSIDE`, `LINK_NAMES_SIDECAR`,
 * `LINK_SOURCE_MISSING`, `LINK_TARGET_MISSING`, `LINK_NOT_A_FILE`, `LINK_NO_SIDECAR`
 */
export function findDocumentFile(request: DocumentRequest): DocumentFile {
  const { root, path, end } = request
  if (path.trim() === '') throw emptyPath(end)
  const places = spellings(path).map((spelling) => placeInside({ ...request, path: spelling }))
  const document = documentOfSidecar(places[0] ?? path)
  if (document !== null) throw namesSidecar(request, keyOf(root, document))
  for (const place of places) {
    const stats = look(place, request)
    if (stats === null) continue
    if (!stats.isFile()) throw notAFile(request)
    return { key: keyOf(root, place), sidecar: findSidecar(place, request) }
  }
  throw missing(request)
}

/** The sidecar of a document that is there: of exactly its name, else of the same name in another Unicode form. */
function findSidecar(document: string, request: DocumentRequest): string {
  const found = spellings(sidecarPath(document)).find((path) => look(path, request) !== null)
  if (found === undefined) throw noSidecar(request, leadsOut(document, request.root))
  return found
}

/** The path as typed, composed and decomposed; one path where they are the same. */
function spellings(path: string): string[] {
  return [...new Set([path, path.normalize('NFC'), path.normalize('NFD')])]
}

function placeInside(request: DocumentRequest): string {
  const { root, path, end } = request
  const place = resolveOrRefuse(isAbsolute(path) ? path : `${root}${sep}${path}`, request)
  if (place !== root && isAtOrBelow(root, place)) return place
  const shown = displayPath(shortenPath(path))
  throw linkError(
    {
      code: 'LINK_PATH_OUTSIDE',
      message: `the ${end} ${shown} ${place === root ? 'is the root of' : 'lies outside of'} the knowledge base ${displayPath(root)}`,
      remedy:
        'Name a document inside it by its path from the root; a document of another knowledge base by alias:path or its pnk:// URI.',
      details: { path, root },
    },
    end,
  )
}

function resolveOrRefuse(path: string, request: DocumentRequest): string {
  try {
    return resolveParent(path)
  } catch (error) {
    if (!isPinakesError(error)) throw error
    throw unusable(request, error.message, error)
  }
}

/** Null where nothing is. */
function look(path: string, request: DocumentRequest): Stats | null {
  try {
    return statSync(path)
  } catch (error) {
    const code = path.includes('\0') ? 'it holds a NUL byte' : systemErrorCode(error)
    if (code === undefined) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw unusable(request, code, error)
  }
}

function keyOf(root: string, place: string): string {
  return documentKey(resolvePath(root), place) ?? place
}

function emptyPath(end: LinkEnd): Error {
  return linkError(
    {
      code: 'LINK_PATH_EMPTY',
      message: `the path of the ${end} is empty`,
      remedy: 'Name a document by its path, for example docs/pump.md or alias:docs/pump.md.',
    },
    end,
  )
}

function unusable({ path, end }: DocumentRequest, why: string, cause: unknown): Error {
  return linkError(
    {
      code: 'LINK_PATH_UNUSABLE',
      message: `the ${end} ${quote(path)} cannot be looked at: ${why}`,
      remedy: 'Correct the path, or the permissions and symbolic links along it.',
      details: { path },
      cause,
    },
    end,
  )
}

function namesSidecar({ path, end }: DocumentRequest, document: string): Error {
  return linkError(
    {
      code: 'LINK_NAMES_SIDECAR',
      message: `the ${end} ${displayPath(shortenPath(path))} is a sidecar; links join documents`,
      remedy: `Name the document: ${displayPath(document)}`,
      details: { path, document },
    },
    end,
  )
}

function missing({ root, path, end }: DocumentRequest): Error {
  const shown = displayPath(shortenPath(path))
  const uri = isUlid(path) ? ` A document is named by its id as pnk://self/${path}.` : ''
  return linkError(
    {
      code: end === 'source' ? 'LINK_SOURCE_MISSING' : 'LINK_TARGET_MISSING',
      message: `the ${end} ${shown} is not there: no such file in ${displayPath(root)}`,
      remedy: `Give its path from the root of the knowledge base, as \`pnk ls\` prints it.${uri}`,
      details: { path, root },
    },
    end,
  )
}

function notAFile({ path, end }: DocumentRequest): Error {
  const shown = displayPath(shortenPath(path))
  return linkError(
    {
      code: 'LINK_NOT_A_FILE',
      message: `the ${end} ${shown} is not a file`,
      remedy: `Name a document, for example ${displayPath(join(shown, 'notes.md'))}`,
      details: { path },
    },
    end,
  )
}

function leadsOut(document: string, root: string): boolean {
  return !isAtOrBelow(resolvePath(root), resolvePath(document))
}

function noSidecar({ root, path, end }: DocumentRequest, isOutside: boolean): Error {
  const remedy = isOutside
    ? 'It is a symbolic link to a file outside of the knowledge base, which sync does not follow: put a copy of the file in its place, then run `pnk sync`.'
    : `Run \`pnk sync\` in ${displayPath(root)}: it gives an id to every document of [sources].`
  return linkError(
    {
      code: 'LINK_NO_SIDECAR',
      message: `the ${end} ${displayPath(shortenPath(path))} has no sidecar, so it has no id yet`,
      remedy,
      details: { path, root },
    },
    end,
  )
}
