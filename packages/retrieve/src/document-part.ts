import type { ChunkRow } from '@pinakes/index'
import { codePointOffsets } from '@pinakes/manifest'
import { citationOf, documentCitation } from './citation.js'
import type { DocumentText, PageText } from './contracts.js'
import { cutPages, cutSpan } from './cut-notices.js'
import type { ReferencedPart } from './document-reference.js'
import {
  pagesNotKnown,
  pagesOutOfRange,
  sectionAmbiguous,
  sectionNotFound,
  spanBeyondText,
} from './part-errors.js'
import { sectionsNamed, sectionsOf } from './section.js'
import type { SourceText } from './source-text.js'
import { stitch } from './stitch.js'

/** The fields of a {@link DocumentText} that depend on which part was asked for. */
export type DocumentPart = Pick<
  DocumentText,
  | 'citation'
  | 'charStart'
  | 'charEnd'
  | 'text'
  | 'origin'
  | 'pageStart'
  | 'pageEnd'
  | 'pageCount'
  | 'pages'
  | 'notices'
>

export interface PartInput {
  readonly referenced: ReferencedPart
  readonly source: SourceText
  /** Of the document, in order. */
  readonly chunks: readonly ChunkRow[]
}

/**
 * The text of the part and where it stands; what ends beyond the document is cut, and a notice says so. Pure.
 * @throws RetrieveError `RETRIEVE_NOT_FOUND` for a span or page that begins beyond it and for a heading it does not have,
 * `RETRIEVE_REFERENCE_INVALID` for pages of a document that has none and for a heading that stands in several places.
 */
export function documentPart(input: PartInput): DocumentPart {
  const { part } = input.referenced
  if (part === null) return wholeDocument(input)
  if (part.kind === 'chunk') return chunkPart(input, part.chunk)
  if (part.kind === 'section') return sectionPart(input, part.heading)
  return part.kind === 'span'
    ? spanPart(input, part.start, part.end)
    : pagesPart(input, part.first, part.last)
}

function wholeDocument({ referenced: { document }, source, chunks }: PartInput): DocumentPart {
  const { pageSpans } = source
  const piece = cut(source, chunks)
  const pages = pageSpans === null || source.text === null ? null : pageTexts(source.text, pageSpans, 1)
  return {
    citation: documentCitation(document.path),
    ...piece,
    origin: source.origin,
    ...pageFields(pages, pageSpans?.length ?? null),
    notices: [],
  }
}

/** A chunk is served as it is stored: that text is what was searched. */
function chunkPart({ referenced: { document }, source }: PartInput, chunk: ChunkRow): DocumentPart {
  return {
    citation: citationOf({ ...chunk, path: document.path }),
    charStart: chunk.charStart,
    charEnd: chunk.charEnd,
    text: chunk.text,
    origin: 'index',
    pageStart: chunk.pageStart,
    pageEnd: chunk.pageEnd,
    pageCount: source.pageSpans?.length ?? null,
    pages: null,
    notices: [],
  }
}

function sectionPart(input: PartInput, heading: string): DocumentPart {
  const { path } = input.referenced.document
  const sections = sectionsOf(input.chunks)
  const [section, ...others] = sectionsNamed(sections, heading)
  if (section === undefined) throw sectionNotFound(path, heading, sections)
  if (others.length > 0) throw sectionAmbiguous(path, heading, [section, ...others])
  return spanPart(input, section.charStart, section.charEnd, section.headingPath)
}

function spanPart(input: PartInput, start: number, end: number, heading?: string): DocumentPart {
  const { source, chunks, referenced } = input
  const piece = cut(source, chunks, start, end)
  if (piece.charStart >= piece.charEnd && end > start)
    throw spanBeyondText(referenced.document.path, start, end)
  const cited = chunks.find(({ charStart, charEnd }) => charStart === start && charEnd === end)
  const path = referenced.document.path
  const headingPath = heading ?? cited?.headingPath ?? null
  const plain = { ...piece, path, pageStart: null, pageEnd: null, headingPath }
  return {
    ...piece,
    citation: citationOf(plain),
    origin: source.origin,
    ...pageFields(null, source.pageSpans?.length ?? null),
    notices: cutSpan({ start, end }, lastPlace(source, chunks), source.origin),
  }
}

/** Where the text ends, or what is stored of it. */
function lastPlace({ text }: SourceText, chunks: readonly ChunkRow[]): number {
  if (text !== null) return codePointOffsets(text).length
  return chunks.reduce((last, { charEnd }) => Math.max(last, charEnd), 0)
}

function pagesPart(input: PartInput, first: number, last: number): DocumentPart {
  const { source, chunks, referenced } = input
  const { path, sourceType } = referenced.document
  const { text, pageSpans } = source
  if (text === null || pageSpans === null) {
    if (sourceType !== 'pdf') throw pagesNotKnown(path)
    return storedPages(input, first, last)
  }
  const spans = pageSpans.slice(first - 1, last)
  const begin = spans[0]
  const end = spans.at(-1)
  const total = pageSpans.length
  if (begin === undefined || end === undefined) throw pagesOutOfRange(path, { first, last }, total)
  return {
    citation: documentCitation(path, { first, last: Math.min(last, total) }),
    ...cut(source, chunks, begin[0], end[1]),
    origin: source.origin,
    ...pageFields(pageTexts(text, spans, first), total),
    notices: cutPages({ first, last }, total, source.origin),
  }
}

/** Without the extraction at hand: the stored passages that touch the pages. */
function storedPages({ chunks, referenced }: PartInput, first: number, last: number): DocumentPart {
  const touching = chunks.filter(
    ({ pageStart, pageEnd }) => pageStart !== null && pageStart <= last && (pageEnd ?? pageStart) >= first,
  )
  const { path } = referenced.document
  if (touching.length === 0) throw pagesOutOfRange(path, { first, last }, null)
  const highest = chunks.reduce(
    (page, { pageStart, pageEnd }) => Math.max(page, pageEnd ?? pageStart ?? 0),
    0,
  )
  const pageEnd = Math.min(last, highest)
  return {
    citation: documentCitation(path, { first, last: pageEnd }),
    ...stitch(touching),
    origin: 'index',
    pageStart: first,
    pageEnd,
    pageCount: null,
    pages: null,
    notices: cutPages({ first, last }, highest, 'index'),
  }
}

/** `[start, end)` of the whole text, or of what the passages hold of it. */
function cut({ text }: SourceText, chunks: readonly ChunkRow[], start = 0, end = Number.POSITIVE_INFINITY) {
  if (text === null) return stitch(chunks, start, end)
  const offsets = codePointOffsets(text)
  const charStart = Math.min(start, offsets.length)
  const charEnd = Math.min(end, offsets.length)
  return { text: offsets.slice(charStart, charEnd), charStart, charEnd }
}

function pageTexts(text: string, spans: readonly (readonly [number, number])[], first: number): PageText[] {
  const offsets = codePointOffsets(text)
  return spans.map(([start, end], i) => ({ page: first + i, text: offsets.slice(start, end) }))
}

function pageFields(pages: readonly PageText[] | null, pageCount: number | null) {
  return {
    pageStart: pages?.[0]?.page ?? null,
    pageEnd: pages?.at(-1)?.page ?? null,
    pageCount,
    pages,
  }
}
