import { flag, integer, integerOrNull, listOf, objectOf, text, textOrNull } from './schema-parts.js'

/** The answer of `pinakes_get`. */
export const getSchema = objectOf(
  {
    kb: text,
    kb_id: text,
    id: text,
    path: text,
    title: textOrNull,
    tags: listOf(text),
    evidence_note: text,
    citation: text,
    text,
    stale_source: flag,
    stale_extraction: textOrNull,
    notices: listOf(text),
  },
  {
    page_start: integerOrNull,
    page_end: integerOrNull,
    page_count: integer,
    page_note: text,
    pages: listOf(objectOf({ page: integer, text })),
    omitted_pages: listOf(integer),
    read_on_with: objectOf({ doc_id: text, kb: text }),
  },
)
