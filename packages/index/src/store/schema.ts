import { EDGES_DST } from '../graph/graph-table.js'
import { FTS_TOKENIZER } from '../lexical/analyze.js'

/**
 * The layout below, as recorded in `meta.schema_version`. Never equal to the Python edition's number: the same model
 * under another runtime gives other vectors, and one index must not mix them.
 */
export const SCHEMA_VERSION = '3-ts3'

/**
 * Bytes in a page. 8 KiB measured as fast as 32 KiB for a first build, and a small update rewrites a quarter of it
 * (tools/bench/index-write).
 */
export const PAGE_SIZE = 8192

/**
 * The tables, laid out as docs/decisions/0005 and 0010 say: `documents` knows its chunks' id range, full text is indexed
 * through a view, and the int8 codes of vectors lie together in pages, a function of `embeddings`. `documents_layout`
 * says which chunk has which row of a vector scan without a look at any document. Edges are read by kind, and written
 * as a whole in one transaction with the nodes they join, by statements that name the kind, which
 * is why neither a foreign key nor a CHECK looks at each of them again: that took two thirds of the time. Vectors
 * of labels and entities found in texts outlive the graph: its next derivation needs most of them again.
 */
export const SCHEMA = `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE documents (
  id TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  sidecar_hash TEXT,
  mtime REAL NOT NULL,
  source_type TEXT NOT NULL,
  title TEXT,
  metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'deleted')),
  extraction_backend TEXT,
  extraction_fingerprint TEXT,
  first_chunk INTEGER,
  chunk_count INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX documents_path ON documents (path) WHERE state = 'active';
CREATE INDEX documents_layout ON documents (path, first_chunk, chunk_count, id) WHERE state = 'active';
CREATE INDEX documents_state ON documents (state);
CREATE INDEX documents_hash ON documents (content_hash);

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  doc_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  char_start INTEGER NOT NULL,
  char_end INTEGER NOT NULL,
  token_count INTEGER NOT NULL,
  heading_path TEXT,
  page_start INTEGER,
  page_end INTEGER,
  chunk_uid TEXT NOT NULL UNIQUE,
  content_sha256 TEXT NOT NULL,
  instruction_signals TEXT NOT NULL DEFAULT '',
  fts_text TEXT,
  fts_suffix TEXT NOT NULL DEFAULT '',
  fts_terms TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL,
  UNIQUE (doc_id, ordinal)
);

CREATE VIEW chunks_searched AS
  SELECT id, doc_id, coalesce(fts_text, text) || fts_suffix AS text, fts_terms AS terms FROM chunks;

CREATE VIRTUAL TABLE chunks_fts USING fts5 (
  text, terms, content = 'chunks_searched', content_rowid = 'id', tokenize = "${FTS_TOKENIZER}"
);

CREATE TABLE embeddings (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunks (id) ON DELETE CASCADE,
  vector BLOB NOT NULL
);

CREATE TABLE embedding_codes (
  page INTEGER PRIMARY KEY,
  codes BLOB NOT NULL
);

CREATE TABLE links (
  src_kb_id TEXT NOT NULL,
  src_doc_id TEXT NOT NULL,
  dst_kb_id TEXT NOT NULL,
  dst_doc_id TEXT NOT NULL,
  rel TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('sidecar', 'reverse-scan')),
  PRIMARY KEY (src_kb_id, src_doc_id, dst_kb_id, dst_doc_id, rel)
) WITHOUT ROWID;
CREATE INDEX links_dst ON links (dst_kb_id, dst_doc_id);
CREATE INDEX links_src ON links (src_doc_id);

CREATE TABLE kb_refs (
  kb_id TEXT PRIMARY KEY,
  alias TEXT,
  path TEXT,
  last_scan TEXT
);

CREATE TABLE failures (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  stage TEXT NOT NULL CHECK (stage IN ('extract', 'index', 'walk')),
  error TEXT NOT NULL,
  happened TEXT NOT NULL
);

CREATE TABLE file_stamps (
  path TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  ctime_ms REAL NOT NULL,
  ino REAL NOT NULL,
  hash TEXT NOT NULL,
  taken_ms REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE nodes (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  UNIQUE (kind, key)
);

CREATE TABLE edges (
  kind TEXT NOT NULL,
  src INTEGER NOT NULL,
  dst INTEGER NOT NULL,
  PRIMARY KEY (kind, src, dst)
) WITHOUT ROWID;
${EDGES_DST};

CREATE TABLE mention_counts (
  chunk_node INTEGER NOT NULL,
  entity_node INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (chunk_node, entity_node)
) WITHOUT ROWID;

CREATE TABLE same_as (
  entity_a INTEGER NOT NULL,
  entity_b INTEGER NOT NULL,
  cosine REAL NOT NULL,
  PRIMARY KEY (entity_a, entity_b)
) WITHOUT ROWID;

CREATE TABLE label_embeddings (
  label TEXT PRIMARY KEY,
  vector BLOB NOT NULL
);

CREATE TABLE extracted_entities (
  ner_model TEXT NOT NULL,
  content_sha256 TEXT NOT NULL,
  entities TEXT NOT NULL,
  PRIMARY KEY (ner_model, content_sha256)
) WITHOUT ROWID;
`
