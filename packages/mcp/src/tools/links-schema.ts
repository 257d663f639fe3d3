import { flag, integer, listOf, objectOf, oneOf, text, textOrNull } from './schema-parts.js'

const neighbour = objectOf(
  {
    kb_id: text,
    doc_id: text,
    rel: text,
    direction: oneOf('out', 'in', 'both', 'unknown'),
    distance: integer,
    score: { type: 'number' },
    scored_by_query: flag,
    terminal: flag,
    reachable: flag,
  },
  { title: text, reason: text, fetch_with: objectOf({ doc_id: text, kb: text }) },
)

/** The answer of `pinakes_links`. */
export const linksSchema = objectOf({
  kb: text,
  kb_id: text,
  document: text,
  neighbours: listOf(neighbour),
  frontier: listOf(
    objectOf({
      kb_id: text,
      doc_id: text,
      rel: text,
      reason: oneOf('terminal', 'depth', 'fanout', 'rows', 'tokens'),
      distance: integer,
    }),
  ),
  unresolved: listOf(objectOf({ kb_id: text, doc_id: text, rel: text, reason: text })),
  truncated: listOf(oneOf('rows', 'tokens')),
  confidence: oneOf('unknown'),
  degraded: textOrNull,
  notices: listOf(text),
  suggested_next: text,
})
