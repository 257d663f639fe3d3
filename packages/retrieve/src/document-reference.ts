import type { ChunkRow, DocumentRow, IndexReader } from '@pinakes/index'
import { displayPath, documentKey, isPinakesError, isUlid, parsePnkUri, quote } from '@pinakes/manifest'
import { citationFault, type Locator, parseCitation } from './citation.js'
import { RetrieveError } from './errors.js'

/** What a reference names. */
export interface ReferencedPart {
  readonly document: DocumentRow
  /** Null for the whole document. */
  readonly part:
    | Locator
    | { readonly kind: 'chunk'; readonly chunk: ChunkRow }
    /** Which heading it is shows when the document's chunks are read. */
    | { readonly kind: 'section'; readonly heading: string }
    | null
}

export interface ReferenceScope {
  readonly reader: IndexReader
  readonly root: string
  readonly kbId: string
}

const CHUNK_UID = /^ck_[a-z2-7]{26}$/

/** Whether `reference` has the form of a chunk id, `ck_…`. */
export function isChunkId(reference: string): boolean {
  return CHUNK_UID.test(reference)
}

/**
 * The active document, or part of one, that `reference` names: a document id, a `pnk://` URI of this KB, a chunk id, a
 * path (as indexed, or absolute inside the KB), a citation, a heading behind `#`. In the last two an id may stand for the
 * path. A path wins over what looks like it, a citation over a heading. Parentheses around a reference, as search prints
 * them around a citation, do not matter.
 * @throws RetrieveError `RETRIEVE_REFERENCE_INVALID`, `RETRIEVE_NOT_FOUND`
 */
export function findReference(scope: ReferenceScope, reference: string): ReferencedPart {
  if (typeof reference !== 'string' || reference.trim() === '') throw invalid(reference, 'it is empty')
  const found = find(scope, reference) ?? findInParentheses(scope, reference)
  if (found === null) throw faultOf(scope, reference) ?? notIndexed(scope, reference)
  if (found.document.state === 'deleted') throw notFound(reference, found.document.path)
  return found
}

function find(scope: ReferenceScope, reference: string): ReferencedPart | null {
  return (
    byId(scope, reference) ??
    byChunk(scope, reference) ??
    byPath(scope, reference) ??
    byCitation(scope, reference) ??
    bySection(scope, reference)
  )
}

function findInParentheses(scope: ReferenceScope, reference: string): ReferencedPart | null {
  const [, inner] = /^\s*\((.+)\)\s*$/s.exec(reference) ?? []
  return inner === undefined ? null : find(scope, inner)
}

/** A citation of a document that is there, and which cannot be meant. */
function faultOf(scope: ReferenceScope, reference: string): RetrieveError | null {
  const fault = citationFault(reference)
  return fault === null || findDocument(scope, fault.path) === null ? null : invalid(reference, fault.why)
}

/**
 * The active document that `reference` names: a document id, a `pnk://` URI of this KB or a path (as indexed, or absolute
 * inside the KB). No file is looked at.
 * @throws RetrieveError `RETRIEVE_REFERENCE_INVALID`, `RETRIEVE_NOT_FOUND`
 */
export function findActiveDocument(scope: ReferenceScope, reference: string): DocumentRow {
  if (typeof reference !== 'string' || reference.trim() === '') throw invalid(reference, 'it is empty')
  const found = byId(scope, reference) ?? byPath(scope, reference)
  if (found === null) throw notIndexed(scope, reference)
  if (found.document.state === 'deleted') throw notFound(reference, found.document.path)
  return found.document
}

function byId({ reader, kbId }: ReferenceScope, reference: string): ReferencedPart | null {
  const id = reference.startsWith('pnk://') ? idOfUri(reference, kbId) : reference
  if (!isUlid(id)) return null
  return whole(reader.documentById(id))
}

function idOfUri(uri: string, kbId: string): string {
  let parsed: ReturnType<typeof parsePnkUri>
  try {
    parsed = parsePnkUri(uri)
  } catch (error) {
    if (isPinakesError(error)) throw invalid(uri, error.message, error)
    throw error
  }
  if (parsed.kb === null || parsed.kb === kbId) return parsed.doc
  throw new RetrieveError({
    code: 'RETRIEVE_NOT_FOUND',
    message: `${uri} names a document of another knowledge base, ${parsed.kb}; this one is ${kbId}`,
    remedy: 'Ask the knowledge base with that id.',
    details: { reference: uri, kb: parsed.kb },
  })
}

function byChunk({ reader }: ReferenceScope, reference: string): ReferencedPart | null {
  const chunk = isChunkId(reference) ? reader.chunkByUid(reference) : null
  return chunk === null ? null : { document: chunk.document, part: { kind: 'chunk', chunk } }
}

function byPath(scope: ReferenceScope, reference: string): ReferencedPart | null {
  return whole(findPath(scope, reference))
}

function byCitation(scope: ReferenceScope, reference: string): ReferencedPart | null {
  for (const { path, locator } of parseCitation(reference)) {
    const document = findDocument(scope, path)
    if (document !== null) return { document, part: locator }
  }
  return null
}

/** File names may hold `#` themselves, so the longest path that is there is the document. */
function bySection(scope: ReferenceScope, reference: string): ReferencedPart | null {
  for (let at = reference.lastIndexOf('#'); at > 0; at = reference.lastIndexOf('#', at - 1)) {
    const document = findDocument(scope, reference.slice(0, at))
    const heading = reference.slice(at + 1)
    if (document !== null && heading.trim() !== '') return { document, part: { kind: 'section', heading } }
  }
  return null
}

function findDocument(scope: ReferenceScope, name: string): DocumentRow | null {
  return isUlid(name) ? scope.reader.documentById(name) : findPath(scope, name)
}

function findPath({ reader, root }: ReferenceScope, path: string): DocumentRow | null {
  for (const spelling of spellings(root, path)) {
    const document = reader.documentByPath(spelling)
    if (document !== null) return document
  }
  return null
}

/** File systems differ in the composition they keep, and people type what they see, so both forms are tried. */
function spellings(root: string, path: string): ReadonlySet<string> {
  const key = path.includes('\0') ? path : (documentKey(root, path) ?? path)
  return new Set([path, key, key.normalize('NFC'), key.normalize('NFD')])
}

function whole(document: DocumentRow | null): ReferencedPart | null {
  return document === null ? null : { document, part: null }
}

function invalid(reference: unknown, why: string, cause?: unknown): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_REFERENCE_INVALID',
    message: `${quote(reference)} is no reference: ${why}`,
    remedy:
      'Give a document id, a path from the root of the knowledge base, a chunk id (ck_…), a citation, or path#heading.',
    details: { reference },
    cause,
  })
}

/** The refusal of what is not in the index; a document that the last sync could not take has its reason. */
function notIndexed({ reader, root }: ReferenceScope, reference: string): RetrieveError {
  const paths = [reference, ...parseCitation(reference).map(({ path }) => path)]
  const asked = new Set(paths.flatMap((path) => [...spellings(root, path)]))
  const failure = reader.failures().find(({ path }) => asked.has(path))
  if (failure === undefined) return notFound(reference)
  return new RetrieveError({
    code: 'RETRIEVE_NOT_FOUND',
    message: `${displayPath(failure.path)} could not be indexed: ${failure.error}`,
    remedy: 'See `pnk ls --failed`; correct the file, then run `pnk sync`.',
    details: { reference, path: failure.path },
  })
}

function notFound(reference: string, deletedPath?: string): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_NOT_FOUND',
    message:
      deletedPath === undefined
        ? `Nothing that is indexed is called ${quote(reference)}`
        : `${quote(reference)} was ${displayPath(deletedPath)}, which is gone from the knowledge base`,
    remedy: 'Look for it with `pnk search` or `pnk ls`; a new file is indexed by `pnk sync`.',
    details: { reference },
  })
}
