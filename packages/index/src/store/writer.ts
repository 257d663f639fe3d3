import { displayPath } from '@pinakes/manifest'
import type {
  DocumentRow,
  DocumentWrite,
  FailureRow,
  FileStamp,
  IndexCounts,
  IndexWriter,
  LinkRow,
} from '../contracts.js'
import { IndexError } from '../errors.js'
import type {
  DocumentOutline,
  EntityStore,
  GraphReader,
  GraphRows,
  LabelVectors,
} from '../graph/contracts.js'
import { chunkEntities, pruneEntities, putEntities, unreadTexts } from '../graph/entity-table.js'
import { SqliteGraphReader } from '../graph/graph-reader.js'
import { CURRENT_GRAPH, OLD_GRAPH } from '../graph/graph-state.js'
import { documentOutlines, replaceGraph } from '../graph/graph-table.js'
import { changeLabels, readLabels } from '../graph/label-table.js'
import type { LinkedKbStore } from '../linked-kbs/contracts.js'
import { LinkedKbTable } from '../linked-kbs/linked-kb-table.js'
import { ChunkTable, type PreparedChunk, prepareChunks } from './chunk-table.js'
import { readCounts } from './counts.js'
import { DocumentTable } from './document-table.js'
import { deleteFailures, putFailure, readFailures } from './failure-table.js'
import { LinkTable } from './link-table.js'
import { readMeta, writeMeta } from './meta-table.js'
import type { Database } from './sqlite.js'
import { mapErrors } from './sqlite-errors.js'
import { deleteStamps, readStamps, writeStamps } from './stamp-table.js'
import { Transactions } from './transactions.js'
import { checkVectors } from './vector-blob.js'
import { tierMeta } from './vector-tier.js'

/** {@link IndexWriter} over one connection, whose schema was checked. */
export class SqliteIndexWriter implements IndexWriter {
  readonly path: string
  readonly #database: Database
  readonly #dim: number
  readonly #transactions: Transactions
  readonly #documents: DocumentTable
  readonly #chunks: ChunkTable
  readonly #links: LinkTable

  constructor(path: string, database: Database) {
    this.path = path
    this.#database = database
    this.#dim = Number(readMeta(database).get('embedding_dim') ?? Number.NaN)
    this.#documents = new DocumentTable(path, database)
    this.#chunks = new ChunkTable(database, this.#dim)
    this.#transactions = new Transactions(database, this.#chunks.deferred)
    this.#links = new LinkTable(database)
  }

  meta(): ReadonlyMap<string, string> {
    return this.#read(() => readMeta(this.#database))
  }

  setMeta(entries: Readonly<Record<string, string | null>>): void {
    this.inTransaction(() => writeMeta(this.#database, { ...entries, ...this.#completed(entries) }))
  }

  /** A build that is complete also says by which tier `auto` searches it. */
  #completed(entries: Readonly<Record<string, string | null>>): Record<string, string> {
    return entries.build_state === 'complete' ? tierMeta(readCounts(this.#database).chunks) : {}
  }

  documents(): DocumentRow[] {
    return this.#read(() => this.#documents.all())
  }

  hasDocument(id: DocumentRow['id']): boolean {
    return this.#read(() => this.#documents.has(id))
  }

  stamps(): Map<string, FileStamp> {
    return this.#read(() => readStamps(this.#database))
  }

  putStamps(stamps: readonly FileStamp[]): void {
    this.inTransaction(() => writeStamps(this.#database, stamps))
  }

  dropStamps(paths: readonly string[]): void {
    this.inTransaction(() => deleteStamps(this.#database, paths))
  }

  failures(): FailureRow[] {
    return this.#read(() => readFailures(this.#database))
  }

  recordFailure(failure: FailureRow): void {
    this.inTransaction(() => putFailure(this.#database, failure))
  }

  clearFailures(paths: readonly string[]): void {
    this.inTransaction(() => deleteFailures(this.#database, paths))
  }

  inTransaction<T>(body: () => T): T {
    return mapErrors(this.path, () => this.#transactions.run(body))
  }

  putDocument({ document, chunks, vectors, links }: DocumentWrite): void {
    checkVectors(vectors, { path: document.path, chunks: chunks.length, dim: this.#dim })
    if (document.state === 'deleted' && chunks.length > 0) throw deletedWithChunks(document)
    const prepared = prepareChunks(document.id, chunks)
    this.inTransaction(() => this.#replace(document, prepared, vectors, links))
  }

  #replace(
    row: DocumentRow,
    prepared: readonly PreparedChunk[],
    vectors: Float32Array,
    links: readonly LinkRow[],
  ): void {
    this.#outdateGraph()
    const before = this.#documents.find(row.id)
    if (before !== null) this.#chunks.remove(row.id, before.range)
    this.#links.clear(row.id)
    const range = this.#chunks.reserve(prepared.length)
    this.#documents.put(row, range)
    this.#chunks.add(row.id, range.first, prepared, vectors)
    this.#links.add(links)
  }

  updateDocument(row: DocumentRow, links?: readonly LinkRow[]): void {
    this.inTransaction(() => {
      this.#outdateGraph()
      const before = this.#documents.get(row.id)
      if (row.state === 'deleted') {
        this.#chunks.remove(row.id, before.range)
        this.#documents.put(row, { first: 0, count: 0 })
      } else this.#documents.put(row, before.range)
      if (links === undefined) return
      this.#links.clear(row.id)
      this.#links.add(links)
    })
  }

  authoredLinks(): Map<DocumentRow['id'], LinkRow[]> {
    return this.#read(() => this.#links.authored())
  }

  moveDocuments(moves: readonly { readonly id: DocumentRow['id']; readonly path: string }[]): void {
    this.inTransaction(() => {
      this.#outdateGraph()
      // Swaps and cycles pass through names that no document on disk can have: two active rows never share a path.
      for (const { id } of moves) this.#documents.setPath(this.#documents.get(id).row.id, `\0${id}`)
      for (const { id, path } of moves) this.#documents.setPath(id, path)
    })
  }

  softDelete(ids: readonly DocumentRow['id'][]): void {
    this.inTransaction(() => {
      this.#outdateGraph()
      for (const id of ids) {
        this.#chunks.remove(id, this.#documents.get(id).range)
        this.#documents.setState(id, 'deleted')
      }
    })
  }

  outlines(): DocumentOutline[] {
    return this.#read(() => documentOutlines(this.#database))
  }

  replaceGraph(rows: GraphRows): void {
    this.inTransaction(() => {
      replaceGraph(this.#database, rows)
      writeMeta(this.#database, CURRENT_GRAPH)
    })
  }

  /** In the transaction of what changes a document: whatever ends a run early, the next one knows what is left to do. */
  #outdateGraph(): void {
    writeMeta(this.#database, OLD_GRAPH)
  }

  graph(): GraphReader {
    return new SqliteGraphReader((body) => this.#read(() => body(this.#database)))
  }

  labels(): LabelVectors {
    return this.#read(() => readLabels(this.#database))
  }

  changeLabels(added: LabelVectors, dropped: readonly string[]): void {
    this.inTransaction(() => changeLabels(this.#database, added, dropped))
  }

  entities(): EntityStore {
    const database = this.#database
    return {
      unread: (model) => unreadTexts((body) => this.#read(() => body(database)), model),
      put: (model, found) => this.inTransaction(() => putEntities(database, model, found)),
      prune: (model) => this.inTransaction(() => pruneEntities(database, model)),
      ofChunks: (model) => this.#read(() => chunkEntities(database, model)),
    }
  }

  linkedKbs(): LinkedKbStore {
    return new LinkedKbTable(this.#database, {
      read: (body) => this.#read(body),
      inTransaction: (body) => this.inTransaction(body),
    })
  }

  counts(): IndexCounts {
    return this.#read(() => readCounts(this.#database))
  }

  checkpoint(): boolean {
    return this.#read(() => {
      const [result] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
      return result?.busy === 0
    })
  }

  close(): void {
    mapErrors(this.path, () => this.#database.close())
  }

  #read<T>(body: () => T): T {
    return mapErrors(this.path, () => {
      this.#transactions.check()
      return body()
    })
  }
}

function deletedWithChunks({ path, id }: DocumentRow): IndexError {
  return new IndexError({
    code: 'INDEX_CONSTRAINT',
    message: `${displayPath(path)}: a deleted document has no chunks`,
    remedy: 'Run `pnk sync`; if it stays so, report it.',
    details: { path, id },
  })
}
