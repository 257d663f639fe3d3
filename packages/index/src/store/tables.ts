import type { SourceType } from '@pinakes/extract-free'
import type { DocUlid, KbUlid } from '@pinakes/manifest'
import type { DocumentState, FailureStage, LinkRow } from '../contracts.js'
import type { NodeKind, StoredEdgeKind } from '../graph/contracts.js'

/**
 * The tables of `schema.ts` as composed queries see them, by name and column. Written by hand; a test holds it to what
 * `PRAGMA table_info` says of a real index: the same tables and columns, and null exactly where a column may be NULL.
 */
export interface Tables {
  readonly meta: MetaTable
  readonly documents: DocumentsTable
  readonly chunks: ChunksTable
  readonly chunks_fts: FullTextTable
  readonly embeddings: EmbeddingsTable
  readonly embedding_codes: EmbeddingCodesTable
  readonly links: LinksTable
  readonly kb_refs: KbRefsTable
  readonly failures: FailuresTable
  readonly file_stamps: FileStampsTable
  readonly nodes: NodesTable
  readonly edges: EdgesTable
  readonly mention_counts: MentionCountsTable
  readonly same_as: SameAsTable
  readonly label_embeddings: LabelEmbeddingsTable
  readonly extracted_entities: ExtractedEntitiesTable
}

interface MetaTable {
  readonly key: string
  readonly value: string
}

export interface DocumentsTable {
  readonly id: DocUlid
  readonly path: string
  readonly content_hash: string
  readonly sidecar_hash: string | null
  readonly mtime: number
  readonly source_type: SourceType
  readonly title: string | null
  readonly metadata: string
  readonly state: DocumentState
  readonly extraction_backend: string | null
  readonly extraction_fingerprint: string | null
  readonly first_chunk: number | null
  readonly chunk_count: number
}

interface ChunksTable {
  readonly id: number
  readonly doc_id: DocUlid
  readonly ordinal: number
  readonly char_start: number
  readonly char_end: number
  readonly token_count: number
  readonly heading_path: string | null
  readonly page_start: number | null
  readonly page_end: number | null
  readonly chunk_uid: string
  readonly content_sha256: string
  readonly instruction_signals: string
  readonly fts_text: string | null
  readonly fts_suffix: string
  readonly fts_terms: string
  readonly text: string
}

/** FTS5 adds two hidden columns: `rowid`, a chunk's id, and one with the table's name, which MATCH and bm25() take. */
interface FullTextTable {
  readonly rowid: number
  readonly chunks_fts: string
  readonly text: string
  readonly terms: string
}

interface EmbeddingsTable {
  readonly chunk_id: number
  readonly vector: Buffer
}

interface EmbeddingCodesTable {
  readonly page: number
  readonly codes: Buffer
}

interface LinksTable {
  readonly src_kb_id: KbUlid
  readonly src_doc_id: DocUlid
  readonly dst_kb_id: KbUlid
  readonly dst_doc_id: DocUlid
  readonly rel: string
  readonly origin: LinkRow['origin']
}

interface KbRefsTable {
  readonly kb_id: KbUlid
  readonly alias: string | null
  readonly path: string | null
  readonly last_scan: string | null
}

interface FailuresTable {
  readonly id: number
  readonly path: string
  readonly stage: FailureStage
  readonly error: string
  readonly happened: string
}

interface FileStampsTable {
  readonly path: string
  readonly size: number
  readonly mtime_ms: number
  readonly ctime_ms: number
  readonly ino: number
  readonly hash: string
  readonly taken_ms: number
}

interface NodesTable {
  readonly id: number
  readonly kind: NodeKind
  readonly key: string
}

interface EdgesTable {
  readonly kind: StoredEdgeKind
  readonly src: number
  readonly dst: number
}

interface MentionCountsTable {
  readonly chunk_node: number
  readonly entity_node: number
  readonly n: number
}

interface SameAsTable {
  readonly entity_a: number
  readonly entity_b: number
  readonly cosine: number
}

interface LabelEmbeddingsTable {
  readonly label: string
  readonly vector: Buffer
}

interface ExtractedEntitiesTable {
  readonly ner_model: string
  readonly content_sha256: string
  readonly entities: string
}
