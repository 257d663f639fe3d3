import type {
  ChunkFilter,
  ChunkRow,
  DocumentRow,
  DocumentState,
  ExtractionGroup,
  FailureRow,
  FileStamp,
  HeadingCount,
  IndexAccessMode,
  IndexCounts,
  IndexReader,
  LexicalHit,
  LinkCounts,
  LinkedDocument,
  LinkQuery,
} from '../contracts.js'
import type { GraphReader, LabelVectors } from '../graph/contracts.js'
import { SqliteGraphReader } from '../graph/graph-reader.js'
import { readLabels } from '../graph/label-table.js'
import { matchExpression, phraseExpression } from '../lexical/analyze.js'
import type { ChunkCosines, CosineBounds, TierAgreement, VectorHit } from '../vector/contracts.js'
import { chunkByUid, chunksByIds, chunksOfDocument } from './chunk-queries.js'
import { readCounts } from './counts.js'
import { documentCosines } from './document-cosines.js'
import {
  chunkCounts,
  countChunks,
  documentById,
  documentByPath,
  documentsWhere,
  extractionGroups,
} from './document-queries.js'
import { readFailures } from './failure-table.js'
import { readHeadingCounts } from './heading-counts.js'
import { isSameContent, isSameFile, stampIndexFile } from './index-file.js'
import { searchLexical } from './lexical-search.js'
import { readLinkCounts } from './link-counts.js'
import { linkedDocuments } from './link-queries.js'
import { readMeta } from './meta-table.js'
import { connectReader, type ReaderConnection } from './reader-connection.js'
import { type Database, dataVersion, prepare } from './sqlite.js'
import { mapErrors } from './sqlite-errors.js'
import { readStamps } from './stamp-table.js'
import { tierAgreement } from './tier-agreement.js'
import { VectorSearch } from './vector-search.js'
import type { VectorTier, VectorTierSetting } from './vector-tier.js'

/** How an index is read. */
export interface OpenReaderOptions {
  /** How vectors are scanned; default `auto`. No tier finds other chunks. */
  readonly vectorTier?: VectorTierSetting
}

/**
 * The existing index at `path`, for reading. Never creates it. Where its folder cannot be written it is opened all the
 * same, and `access` says how. The caller closes it.
 * @throws IndexError `INDEX_MISSING`, `INDEX_NOT_A_DATABASE`, `INDEX_DAMAGED`, `INDEX_SCHEMA_MISMATCH`, `INDEX_BUSY`,
 * `INDEX_UNREADABLE`, `SQLITE_UNAVAILABLE`
 */
export function openIndexReader(path: string, { vectorTier = 'auto' }: OpenReaderOptions = {}): IndexReader {
  return mapErrors(path, () => new SqliteIndexReader(path, connectReader(path), vectorTier))
}

class SqliteIndexReader implements IndexReader {
  readonly path: string
  readonly #tierSetting: VectorTierSetting
  #connection: ReaderConnection
  #vectors: VectorSearch
  /** The `PRAGMA data_version` that {@link refresh} has told of: commits do not always move what `stat` says. */
  #told: number
  #depth = 0
  #state: { readonly database: Database | null; readonly version: number } = { database: null, version: -1 }

  constructor(path: string, connection: ReaderConnection, tierSetting: VectorTierSetting) {
    this.path = path
    this.#tierSetting = tierSetting
    this.#connection = connection
    this.#told = dataVersion(connection.database)
    this.#vectors = new VectorSearch(connection.database, tierSetting)
  }

  get access(): IndexAccessMode {
    return this.#connection.access
  }

  refresh(): boolean {
    return mapErrors(this.path, () => {
      // What a snapshot has begun to read it reads to the end.
      if (this.#depth > 0) return false
      return this.#reopen() || this.#noteCommits()
    })
  }

  /** True if another file has taken the index's place, or the copy that is open has become old. */
  #reopen(): boolean {
    const stamp = stampIndexFile(this.path)
    const { stamp: known, access, database } = this.#connection
    if (access === 'shared' ? isSameFile(stamp, known) : isSameContent(stamp, known)) return false
    this.#connection = connectReader(this.path)
    database.close()
    this.#told = dataVersion(this.#database)
    this.#vectors = new VectorSearch(this.#database, this.#tierSetting)
    return true
  }

  #noteCommits(): boolean {
    const version = dataVersion(this.#database)
    if (version === this.#told) return false
    this.#told = version
    return true
  }

  stateKey(): object {
    return this.#read((database) => {
      const version = dataVersion(database)
      const known = this.#state
      if (known.database === database && known.version === version) return known
      this.#state = { database, version }
      return this.#state
    })
  }

  snapshot<T>(body: () => T): T {
    if (this.#depth === 0) this.refresh()
    return this.#inTransaction(body)
  }

  /** Everything in `body` sees the commit that was the last when its first statement ran. */
  #inTransaction<T>(body: () => T): T {
    if (this.#depth > 0) return body()
    const database = this.#database
    mapErrors(this.path, () => prepare(database, 'BEGIN').run())
    this.#depth++
    try {
      return body()
    } finally {
      this.#depth--
      if (database.open && database.inTransaction) prepare(database, 'ROLLBACK').run()
    }
  }

  meta(): ReadonlyMap<string, string> {
    return this.#read(readMeta)
  }

  counts(): IndexCounts {
    return this.#read(readCounts)
  }

  documents(filter: ChunkFilter & { readonly state?: DocumentState } = {}): DocumentRow[] {
    return this.#read((database) => documentsWhere(database, filter, filter.state))
  }

  documentById(id: string): DocumentRow | null {
    return this.#read((database) => documentById(database, id))
  }

  documentByPath(path: string): DocumentRow | null {
    return this.#read((database) => documentByPath(database, path))
  }

  countChunks(filter: ChunkFilter): number {
    return this.#read((database) => countChunks(database, filter))
  }

  chunkCounts(filter: ChunkFilter = {}): Map<string, number> {
    return this.#read((database) => chunkCounts(database, filter))
  }

  extractions(): ExtractionGroup[] {
    return this.#read(extractionGroups)
  }

  lexicalSearch(query: string, filter: ChunkFilter, limit: number): LexicalHit[] {
    return this.#match(matchExpression(query), filter, limit)
  }

  phraseSearch(phrases: readonly string[], filter: ChunkFilter, limit: number): LexicalHit[] {
    return this.#match(phraseExpression(phrases), filter, limit)
  }

  #match(expression: string | null, filter: ChunkFilter, limit: number): LexicalHit[] {
    if (expression === null) return []
    return this.#inTransaction(() =>
      this.#read((database) => searchLexical(database, { expression, filter, limit })),
    )
  }

  vectorSearch(query: Float32Array, filter: ChunkFilter, limit: number): VectorHit[] {
    return this.#inTransaction(() => this.#read(() => this.#vectors.search(query, filter, limit)))
  }

  chunkCosines(query: Float32Array | null): ChunkCosines {
    return this.#inTransaction(() => this.#read(() => this.#vectors.cosines(query)))
  }

  cosineBounds(query: Float32Array | null): CosineBounds {
    return this.#inTransaction(() =>
      this.#read(() => {
        const { settle, ...bounds } = this.#vectors.bounds(query)
        return { ...bounds, settle: (rows) => this.#read(() => settle(rows)) }
      }),
    )
  }

  vectorTier(filter: ChunkFilter = {}): VectorTier {
    return this.#read(() => this.#vectors.tier(filter))
  }

  tierAgreement(tier: VectorTier): TierAgreement {
    return this.#inTransaction(() => this.#read((database) => tierAgreement(database, tier)))
  }

  chunks(chunkIds: readonly number[]): ChunkRow[] {
    return this.#read((database) => chunksByIds(database, chunkIds))
  }

  chunkByUid(uid: string): ChunkRow | null {
    return this.#read((database) => chunkByUid(database, uid))
  }

  chunksOfDocument(id: string): ChunkRow[] {
    return this.#read((database) => chunksOfDocument(database, id))
  }

  linkedDocuments(query: LinkQuery): LinkedDocument[] {
    return this.#read((database) => linkedDocuments(database, query))
  }

  documentCosines(query: Float32Array, ids: readonly string[]): Map<string, number> {
    return this.#inTransaction(() =>
      this.#read((database) => {
        const dim = Number(readMeta(database).get('embedding_dim') ?? 0)
        return documentCosines(database, { vector: query, dim }, ids)
      }),
    )
  }

  linkCounts(kbId: string): LinkCounts {
    return this.#read((database) => readLinkCounts(database, kbId))
  }

  failures(): FailureRow[] {
    return this.#read(readFailures)
  }

  stamps(paths: readonly string[]): Map<string, FileStamp> {
    return this.#read((database) => readStamps(database, paths))
  }

  headingCounts(): HeadingCount[] {
    return this.#read(readHeadingCounts)
  }

  graph(): GraphReader {
    return new SqliteGraphReader((body) => this.#read(body))
  }

  labels(): LabelVectors {
    return this.#read(readLabels)
  }

  close(): void {
    mapErrors(this.path, () => this.#database.close())
  }

  get #database(): Database {
    return this.#connection.database
  }

  #read<T>(body: (database: Database) => T): T {
    return mapErrors(this.path, () => body(this.#database))
  }
}
