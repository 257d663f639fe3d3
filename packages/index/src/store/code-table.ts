import { type CodeScan, createCodeScan } from '../vector/code-scan.js'
import { searchCodes } from '../vector/code-search.js'
import { type CodePage, copyPiece, decodePage, PAGE_IDS, pageOf } from './code-page.js'
import { StoredVectors } from './exact-scores.js'
import type { LaidOutDocument, RowLayout } from './row-layout.js'
import { damagedVectors } from './sealed-blob.js'
import { type Database, prepare } from './sqlite.js'
import type { VectorTable } from './vector-table.js'

/**
 * The int8 codes of the documents of `layout`, in memory; float32 vectors are read from the file, those
 * of each search's candidates alone. Only pages that hold one of the documents are read.
 * @throws IndexError `VECTOR_WIDTH`, `VECTOR_CAPACITY`, `INDEX_DAMAGED`; what SQLite throws is passed on.
 */
export function loadCodeTable(database: Database, dim: number, layout: RowLayout): VectorTable {
  const scan = createCodeScan({ dim, capacity: layout.rows })
  const pages = new PageReader(database, dim)
  // Ids ascend through the file, and so does the reading.
  for (const document of layout.documents.toSorted((a, b) => a.first - b.first)) {
    copyDocument(document, pages, scan)
  }
  scan.rows = layout.rows
  const vectors = new StoredVectors(database, dim)
  return {
    layout,
    nearest(query, k, allowed) {
      const exact = (rows: readonly number[]) =>
        vectors
          .scores(
            query,
            rows.map((row) => layout.chunkIds[row] ?? 0),
          )
          .map(({ row, score }) => ({ row: rows[row] ?? 0, score }))
      return searchCodes(scan, query, { k, allowed, exact })
    },
    cosines(query) {
      const cosines = scan.bounds(query)
      for (let row = 0; row < cosines.length; row++)
        cosines[row] = (cosines[row] as number) - (scan.errors[row] as number)
      return cosines
    },
    errors: scan.errors,
  }
}

function copyDocument({ first, count, row }: LaidOutDocument, pages: PageReader, scan: CodeScan): void {
  for (let id = first; id < first + count; ) {
    const page = pageOf(id)
    const end = Math.min(first + count, (page + 1) * PAGE_IDS)
    const piece = { place: id - page * PAGE_IDS, count: end - id, row: row + id - first }
    if (!copyPiece(pages.read(page), piece, scan)) throw pages.damaged(page, 'lacks chunks')
    id = end
  }
}

/** Reads pages, each once if they are asked for in order. */
class PageReader {
  readonly #database: Database
  readonly #dim: number
  #number = -1
  #page: CodePage | null = null

  constructor(database: Database, dim: number) {
    this.#database = database
    this.#dim = dim
  }

  read(number: number): CodePage {
    if (this.#page !== null && this.#number === number) return this.#page
    const select = prepare(this.#database, 'SELECT codes FROM embedding_codes WHERE page = ?').pluck()
    const blob = select.get(number) as Buffer | undefined
    if (blob === undefined) throw this.damaged(number, 'is missing')
    const page = decodePage(blob, this.#dim)
    if (page === null) throw this.damaged(number, 'has another checksum or width')
    this.#number = number
    this.#page = page
    return page
  }

  damaged(number: number, how: string) {
    return damagedVectors(this.#database, `page ${number} of the vector codes ${how}`)
  }
}
