import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Judgments } from '@pinakes/retrieve/eval'

export interface Query {
  readonly id: string
  readonly text: string
}

/** A test collection. Document ids are file names without their suffix. */
export interface Collection {
  readonly name: string
  readonly docsDir: string
  /** File names in `docsDir`, sorted. */
  readonly files: readonly string[]
  /** Only queries with at least one relevant document: the others say nothing. */
  readonly queries: readonly Query[]
  readonly qrels: ReadonlyMap<string, Judgments>
}

/**
 * The collection in `directory`: `docs/<id>.<suffix>`, `queries.tsv` (id, text), `qrels.tsv` (query, document, grade).
 * Throws on a line of another shape, on a repeated query or judgment, and on a judged document that does not exist.
 */
export function readCollection(directory: string): Collection {
  const docsDir = join(directory, 'docs')
  const files = readdirSync(docsDir)
    .filter((name) => statSync(join(docsDir, name)).isFile())
    .sort()
  const qrels = readQrels(join(directory, 'qrels.tsv'), new Set(files.map(documentId)))
  const queries = readQueries(join(directory, 'queries.tsv')).filter(({ id }) => hasRelevant(qrels.get(id)))
  return { name: parse(directory).base, docsDir, files, queries, qrels }
}

/** The document id of a file name or path: the last component without its suffix. */
export function documentId(path: string): string {
  return parse(path).name
}

function hasRelevant(judgments: Judgments | undefined): boolean {
  return judgments !== undefined && [...judgments.values()].some((grade) => grade >= 1)
}

function readQueries(path: string): Query[] {
  const seen = new Set<string>()
  return readRows(path, 2).map(([id = '', text = '']) => {
    if (seen.has(id)) throw new Error(`${path}: query ${id} stands twice`)
    seen.add(id)
    return { id, text }
  })
}

function readQrels(path: string, known: ReadonlySet<string>): ReadonlyMap<string, Judgments> {
  const qrels = new Map<string, Map<string, number>>()
  for (const [query = '', document = '', grade = ''] of readRows(path, 3)) {
    if (!/^-?\d+$/.test(grade)) throw new Error(`${path}: the grade ${JSON.stringify(grade)} is no integer`)
    if (!known.has(document)) throw new Error(`${path}: there is no document ${document}`)
    const judgments = qrels.get(query) ?? new Map<string, number>()
    if (judgments.has(document)) throw new Error(`${path}: ${query} judges ${document} twice`)
    qrels.set(query, judgments.set(document, Number(grade)))
  }
  return qrels
}

function readRows(path: string, columns: number): string[][] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => {
      const row = line.replace(/\r$/, '').split('\t')
      if (row.length === columns) return row
      throw new Error(`${path}:${i + 1}: expected ${columns} columns, found ${row.length}`)
    })
}
