import type { ChannelReport, Passage, PassageScores, SearchResult } from '@pinakes/retrieve'

/** The payload of `pnk search --json` (spec: retrieval §8), keys in the order in which they are printed. */
export function searchPayload(result: SearchResult): Record<string, unknown> {
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
    omitted: result.omitted.map((omitted) => ({
      doc_id: omitted.docId,
      citation: omitted.citation,
      token_count: omitted.tokenCount,
    })),
    tokens_returned: result.tokensReturned,
  }
}

function passagePayload(passage: Passage): Record<string, unknown> {
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

function scoresPayload(scores: PassageScores): Record<string, unknown> {
  return {
    bm25_rank: scores.bm25Rank,
    bm25_score: scores.bm25Score,
    vector_rank: scores.vectorRank,
    cosine: scores.cosine,
    graph_rank: scores.graphRank,
    graph_distance: scores.graphDistance,
    rrf: scores.rrf,
    rerank: scores.rerank,
    coverage: scores.coverage,
  }
}

function channelPayload(channel: ChannelReport): Record<string, unknown> {
  return { channel: channel.channel, ran: channel.ran, detail: channel.detail }
}
