import Database from 'better-sqlite3'
import { BM25_WEIGHTS, FTS_TOKENIZER, lexicalColumns, matchExpression } from '../../src/lexical/analyze.js'

/** A full-text table as the index has it. */
export interface FullText {
  /** Names of the matching documents, best first. An empty list if the query has no term. */
  search(query: string): string[]
  /** What an expression finds. */
  match(expression: string): string[]
  close(): void
}

/** Indexes `documents`, name to text, in memory. */
export function fullText(documents: Readonly<Record<string, string>>): FullText {
  const database = new Database(':memory:')
  database.exec(
    `CREATE VIRTUAL TABLE chunks_fts USING fts5 (text, terms, content = '', tokenize = "${FTS_TOKENIZER}")`,
  )
  const insert = database.prepare('INSERT INTO chunks_fts (rowid, text, terms) VALUES (?, ?, ?)')
  const names = Object.keys(documents)
  names.forEach((name, i) => {
    const { text, terms } = lexicalColumns(documents[name] ?? '')
    insert.run(i, text, terms)
  })
  const select = database
    .prepare(
      `SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?
       ORDER BY bm25(chunks_fts, ${BM25_WEIGHTS.text}, ${BM25_WEIGHTS.terms}), rowid`,
    )
    .pluck()
  const match = (expression: string) => (select.all(expression) as number[]).map((id) => names[id] ?? '')
  return {
    search: (query) => {
      const expression = matchExpression(query)
      return expression === null ? [] : match(expression)
    },
    match,
    close: () => database.close(),
  }
}
