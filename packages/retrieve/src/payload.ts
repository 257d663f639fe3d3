import type { FrontierNote, Neighbour, UnresolvedLink } from '@pinakes/graph'
import type {
  ChannelReport,
  DocumentText,
  DocumentView,
  LinksResult,
  OmittedPassage,
  Passage,
  PassageScores,
  SearchResult,
} from './contracts.js'
import { escalationOf } from './escalation.js'

/** JSON with snake_case keys, ready for `JSON.stringify`. */
export type Payload = Readonly<Record<string, unknown>>

/** A search result as every program reads it, keys in the order they are printed. */
export function searchPayload(result: SearchResult): Payload {
  return {
    query: result.query,
    kb_id: result.kbId,
    build_id: result.buildId,
    confidence: result.confidence,
    confidence_reason: result.confidenceReason,
    considered: result.considered,
    passages: result.passages.map(passagePayload),
    channels: result.channels.map(channelPayload),
    degraded: result.degraded,
    notices: result.notices,
    dropped: { per_document: result.dropped.perDocument },
    omitted: result.omitted.map(omittedPayload),
    tokens_returned: result.tokensReturned,
  }
}

/** What `pnk ask` gives: the evidence, and what an answer would take. No answer is written; the keys are always there. */
export function askPayload(result: SearchResult): Payload {
  const { branch, work, costEur, remedy } = escalationOf(result)
  return {
    ...searchPayload(result),
    answer: null,
    transcript: null,
    suggestions: null,
    escalation: { branch, work, cost_eur: costEur, remedy },
  }
}

/** One entry of `passages`. */
export function passagePayload(passage: Passage): Payload {
  return {
    doc_id: passage.docId,
    chunk_id: passage.chunkId,
    path: passage.path,
    title: passage.title,
    heading_path: passage.headingPath,
    char_start: passage.charStart,
    char_end: passage.charEnd,
    page_start: passage.pageStart,
    page_end: passage.pageEnd,
    citation: passage.citation,
    stale_extraction: passage.staleExtraction,
    changed_since_index: passage.changedSinceIndex,
    text: passage.text,
    token_count: passage.tokenCount,
    content_sha256: passage.contentSha256,
    instruction_like: passage.instructionLike,
    instruction_signals: passage.instructionSignals,
    rerank_score: passage.scores.rerank,
    fused_score: passage.scores.rrf,
    scores: scoresPayload(passage.scores),
  }
}

/** The `scores` of a passage. */
export function scoresPayload(scores: PassageScores): Payload {
  return {
    bm25_rank: scores.bm25Rank,
    bm25_score: scores.bm25Score,
    vector_rank: scores.vectorRank,
    cosine: scores.cosine,
    graph_rank: scores.graphRank,
    graph_distance: scores.graphDistance,
    entities_rank: scores.entitiesRank,
    concepts_rank: scores.conceptsRank,
    rrf: scores.rrf,
    relevance: scores.relevance,
    rerank: scores.rerank,
    coverage: scores.coverage,
  }
}

/** A document without its text: one entry of a listing. */
export function documentPayload(view: DocumentView): Payload {
  return {
    doc_id: view.docId,
    path: view.path,
    title: view.title,
    source_type: view.sourceType,
    tags: view.tags,
    modified: new Date(view.mtime * 1000).toISOString(),
    chunks: view.chunks,
    changed_since_index: view.changedSinceIndex,
  }
}

/** A listing, in its order. */
export function listPayload(views: readonly DocumentView[]): readonly Payload[] {
  return views.map(documentPayload)
}

/** What `get` gives: the document, the part of it, and its text. */
export function documentTextPayload(document: DocumentText): Payload {
  return {
    kb_id: document.kbId,
    ...documentPayload(document),
    citation: document.citation,
    char_start: document.charStart,
    char_end: document.charEnd,
    page_start: document.pageStart,
    page_end: document.pageEnd,
    page_count: document.pageCount,
    pages: document.pages,
    stale_extraction: document.staleExtraction,
    origin: document.origin,
    notices: document.notices,
    text: document.text,
  }
}

/** The links around a document. `degraded` is there only when a query was given and could not be used. */
export function linksPayload(result: LinksResult): Payload {
  return {
    document: result.document,
    neighbours: result.neighbours.map(neighbourPayload),
    frontier: result.frontier.map(frontierPayload),
    unresolved: result.unresolved.map(unresolvedPayload),
    truncated: result.truncated,
    ...(result.degraded === null ? {} : { degraded: result.degraded }),
  }
}

/** One entry of `neighbours`; `title` only where there is one. */
export function neighbourPayload(neighbour: Neighbour): Payload {
  return {
    kb_id: neighbour.kbId,
    doc_id: neighbour.docId,
    ...(neighbour.title === null ? {} : { title: neighbour.title }),
    rel: neighbour.rel,
    direction: neighbour.direction,
    distance: neighbour.distance,
    score: neighbour.score,
    scored_by_query: neighbour.scoredByQuery,
    terminal: neighbour.terminal,
  }
}

function frontierPayload({ kbId, docId, rel, reason, distance }: FrontierNote): Payload {
  return { kb_id: kbId, doc_id: docId, rel, reason, distance }
}

function unresolvedPayload({ kbId, docId, rel, reason }: UnresolvedLink): Payload {
  return { kb_id: kbId, doc_id: docId, rel, reason }
}

function channelPayload({ channel, ran, detail, model, tier }: ChannelReport): Payload {
  return { channel, ran, detail, model: model ?? null, tier: tier ?? null }
}

function omittedPayload({ docId, citation, tokenCount }: OmittedPassage): Payload {
  return { doc_id: docId, citation, token_count: tokenCount }
}
