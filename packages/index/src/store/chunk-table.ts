import { identifyChunks } from '../chunk/chunk-identity.js'
import type { Chunk } from '../contracts.js'
import { IndexError } from '../errors.js'
import { type LexicalColumns, lexicalColumns } from '../lexical/analyze.js'
import { instructionSignals } from '../signals/instruction-signals.js'
import type { ChunkRange } from './document-table.js'
import type { FtsQueue, FtsRow } from './fts-queue.js'
import type { Database, Statement } from './sqlite.js'
import { encodeVectors } from './vector-blob.js'

/** What of a document is searched together with each of its chunks. */
export interface ChunkSetting {
  readonly title: string | null
  readonly tags: readonly string[]
}

/** A chunk with everything that is derived from it, ready to be inserted. */
export interface PreparedChunk {
  readonly chunk: Chunk
  readonly chunkUid: string
  readonly contentSha256: string
  readonly signals: string
  readonly lexical: LexicalColumns
}

/**
 * Chunks as they will be stored; pure, so that whatever is wrong with a text shows before anything is written.
 * @throws IndexError `INDEX_CONSTRAINT` for ordinals other than 0, 1, 2, …
 */
export function prepareChunks(
  docId: string,
  chunks: readonly Chunk[],
  { title, tags }: ChunkSetting,
): PreparedChunk[] {
  return identifyChunks(docId, chunks).flatMap((identity, i) => {
    const chunk = chunks[i]
    if (chunk === undefined) return []
    if (chunk.ordinal !== i) throw misnumbered(docId, chunk.ordinal, i)
    const { text, headingPath } = chunk
    const signals = instructionSignals(text).join(',')
    const lexical = lexicalColumns({ text, headingPath, title, tags })
    return [{ chunk, ...identity, signals, lexical }]
  })
}

function misnumbered(docId: string, found: number, expected: number): IndexError {
  return new IndexError({
    code: 'INDEX_CONSTRAINT',
    message: `Document ${docId}: chunk ordinals count up from 0; expected ${expected}, found ${found}`,
    remedy: 'Run `pnk sync --rebuild`; if it stays so, report it.',
    details: { docId, expected, found },
  })
}

const INSERT_CHUNK = `
INSERT INTO chunks (
  id, doc_id, ordinal, char_start, char_end, token_count, heading_path, page_start, page_end,
  chunk_uid, content_sha256, instruction_signals, fts_text, fts_suffix, fts_terms, text
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/**
 * The stored form of what FTS5 was given, which has to be known when it is removed again. Most of it is the chunk's
 * own text, or begins with it.
 */
function storedColumns(text: string, columns: LexicalColumns) {
  const extended = columns.text.startsWith(text)
  return {
    ftsText: extended ? null : columns.text,
    ftsSuffix: extended ? columns.text.slice(text.length) : '',
    ftsTerms: columns.terms,
  }
}

/** Chunks with their full-text rows and vectors. Throws what SQLite throws. */
export class ChunkTable {
  readonly #queue: FtsQueue
  readonly #insert: Statement
  readonly #delete: Statement
  readonly #searched: Statement
  readonly #insertVectors: Statement
  readonly #deleteVectors: Statement
  /** Ids are never used twice by one writer, so a queued removal cannot meet a later row. */
  #nextId: number

  constructor(database: Database, queue: FtsQueue) {
    this.#queue = queue
    this.#insert = database.prepare(INSERT_CHUNK)
    this.#delete = database.prepare('DELETE FROM chunks WHERE doc_id = ?')
    this.#searched = database.prepare(
      'SELECT id AS chunkId, text, terms FROM chunks_searched WHERE doc_id = ?',
    )
    this.#insertVectors = database.prepare('INSERT INTO embeddings (doc_id, vectors) VALUES (?, ?)')
    this.#deleteVectors = database.prepare('DELETE FROM embeddings WHERE doc_id = ?')
    const last = database.prepare('SELECT max(id) FROM chunks').pluck().get() as number | null
    this.#nextId = (last ?? 0) + 1
  }

  /** The ids that {@link add} will use for `count` chunks. */
  reserve(count: number): ChunkRange {
    const first = this.#nextId
    this.#nextId += count
    return { first, count }
  }

  add(docId: string, first: number, prepared: readonly PreparedChunk[], vectors: Float32Array): void {
    if (prepared.length === 0) return
    for (const { chunk, chunkUid, contentSha256, signals, lexical } of prepared) {
      const chunkId = first + chunk.ordinal
      const { ordinal, text, charStart, charEnd, tokenCount, headingPath, pageStart, pageEnd } = chunk
      const { ftsText, ftsSuffix, ftsTerms } = storedColumns(text, lexical)
      this.#insert.run(
        chunkId,
        docId,
        ordinal,
        charStart,
        charEnd,
        tokenCount,
        headingPath,
        pageStart,
        pageEnd,
        chunkUid,
        contentSha256,
        signals,
        ftsText,
        ftsSuffix,
        ftsTerms,
        text,
      )
      this.#queue.put({ chunkId, ...lexical })
    }
    this.#insertVectors.run(docId, encodeVectors(vectors))
  }

  /** Removes the chunks of a document. */
  remove(docId: string): void {
    for (const row of this.#searched.all(docId) as FtsRow[]) this.#queue.remove(row)
    this.#delete.run(docId)
    this.#deleteVectors.run(docId)
  }
}
