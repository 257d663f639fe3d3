import { identifyChunks } from '../chunk/chunk-identity.js'
import type { Chunk } from '../contracts.js'
import { IndexError } from '../errors.js'
import { type LexicalColumns, lexicalColumns } from '../lexical/analyze.js'
import { instructionSignals } from '../signals/instruction-signals.js'
import { CodePages } from './code-pages.js'
import type { ChunkRange } from './document-table.js'
import { FullText, type FullTextRow } from './full-text.js'
import type { Database, Statement } from './sqlite.js'
import type { Deferred } from './transactions.js'
import { encodeVector } from './vector-blob.js'

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
export function prepareChunks(docId: string, chunks: readonly Chunk[]): PreparedChunk[] {
  return identifyChunks(docId, chunks).flatMap((identity, i) => {
    const chunk = chunks[i]
    if (chunk === undefined) return []
    if (chunk.ordinal !== i) throw misnumbered(docId, chunk.ordinal, i)
    const signals = instructionSignals(chunk.text).join(',')
    return [{ chunk, ...identity, signals, lexical: lexicalColumns(chunk.text) }]
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

/** The values of {@link INSERT_CHUNK} after id and document. */
function chunkValues({ chunk, chunkUid, contentSha256, signals, lexical }: PreparedChunk) {
  const { ordinal, text, charStart, charEnd, tokenCount, headingPath, pageStart, pageEnd } = chunk
  // What FTS5 is given has to be known when it is removed again. Mostly it is the chunk's text, which is seen at once,
  // or begins with it.
  const extended = lexical.text === text || lexical.text.startsWith(text)
  return [
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
    extended ? null : lexical.text,
    extended ? lexical.text.slice(text.length) : '',
    lexical.terms,
    text,
  ] as const
}

/** Chunks with their full-text rows and vectors. Throws what SQLite throws. */
export class ChunkTable {
  readonly #dim: number
  readonly #fullText: FullText
  readonly #codes: CodePages
  readonly #insert: Statement
  readonly #delete: Statement
  readonly #searched: Statement
  readonly #insertVector: Statement
  /** Ids are never used twice by one writer: a new chunk is known by its id. */
  #nextId: number

  constructor(database: Database, dim: number) {
    this.#dim = dim
    this.#insert = database.prepare(INSERT_CHUNK)
    this.#delete = database.prepare('DELETE FROM chunks WHERE doc_id = ?')
    this.#searched = database.prepare(
      'SELECT id AS chunkId, text, terms FROM chunks_searched WHERE doc_id = ?',
    )
    this.#insertVector = database.prepare('INSERT INTO embeddings (chunk_id, vector) VALUES (?, ?)')
    const last = database.prepare('SELECT max(id) FROM chunks').pluck().get() as number | null
    this.#nextId = (last ?? 0) + 1
    this.#fullText = new FullText(database, this.#nextId)
    this.#codes = new CodePages(database, dim)
  }

  /** Full text and vector codes, which wait for the end of a transaction. */
  get deferred(): Deferred {
    return {
      mark: () => this.#fullText.mark(),
      rewind: (mark) => this.#fullText.rewind(mark),
      flush: () => {
        this.#fullText.flush(this.#nextId)
        this.#codes.flush()
      },
    }
  }

  /** The ids that {@link add} will use for `count` chunks. */
  reserve(count: number): ChunkRange {
    const first = this.#nextId
    this.#nextId += count
    return { first, count }
  }

  add(docId: string, first: number, prepared: readonly PreparedChunk[], vectors: Float32Array): void {
    for (const chunk of prepared) this.#insert.run(first + chunk.chunk.ordinal, docId, ...chunkValues(chunk))
    for (let i = 0; i < prepared.length; i++) {
      this.#insertVector.run(first + i, encodeVector(vectors.subarray(i * this.#dim, (i + 1) * this.#dim)))
    }
    this.#codes.touch({ first, count: prepared.length })
  }

  /** Removes the chunks of a document, whose ids are `range`. */
  remove(docId: string, range: ChunkRange): void {
    if (range.count === 0) return
    if (this.#fullText.isIndexed(range.first)) {
      for (const row of this.#searched.all(docId) as FullTextRow[]) this.#fullText.remove(row)
    }
    // Their vectors go with them.
    this.#delete.run(docId)
    this.#codes.touch(range)
  }
}
