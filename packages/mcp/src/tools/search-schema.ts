import {
  flag,
  integer,
  integerOrNull,
  listOf,
  numberOrNull,
  objectOf,
  oneOf,
  text,
  textOrNull,
} from './schema-parts.js'

const scores = objectOf({
  bm25_rank: integerOrNull,
  bm25_score: numberOrNull,
  vector_rank: integerOrNull,
  cosine: numberOrNull,
  graph_rank: integerOrNull,
  graph_distance: integerOrNull,
  entities_rank: integerOrNull,
  concepts_rank: integerOrNull,
  rrf: { type: 'number' },
  relevance: { type: 'number' },
  rerank: numberOrNull,
  coverage: { type: 'number' },
})

const passage = objectOf(
  {
    doc_id: text,
    chunk_id: text,
    path: text,
    title: textOrNull,
    heading_path: textOrNull,
    citation: text,
    page_start: integerOrNull,
    page_end: integerOrNull,
    stale_extraction: textOrNull,
    changed_since_index: flag,
    content_sha256: text,
    token_count: integer,
    instruction_like: flag,
    instruction_signals: listOf(text),
    evidence: text,
  },
  { scores },
)

const channel = objectOf({ channel: text, ran: flag, detail: text, model: textOrNull, tier: textOrNull })

/** The answer of `pinakes_search`. */
export const searchSchema = objectOf(
  {
    kb: text,
    kb_id: text,
    query: text,
    confidence: oneOf('high', 'medium', 'low', 'unknown'),
    confidence_reason: text,
    evidence_note: text,
    passages: listOf(passage),
    dropped: objectOf({ per_document: integer }),
    omitted: listOf(objectOf({ doc_id: text, citation: text, token_count: integer })),
    degraded: textOrNull,
    notices: listOf(text),
    suggested_next: text,
  },
  { channels: listOf(channel) },
)
