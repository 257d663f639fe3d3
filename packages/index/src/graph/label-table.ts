import { quote } from '@pinakes/manifest'
import { readMeta } from '../store/meta-table.js'
import { type Database, prepare } from '../store/sqlite.js'
import { decodeVector, encodeVector } from '../store/vector-blob.js'
import type { LabelVectors } from './contracts.js'

/** All labels in code-point order, with their vectors. Throws as of {@link decodeVector}, and what SQLite throws. */
export function readLabels(database: Database): LabelVectors {
  const dim = Number(readMeta(database).get('embedding_dim') ?? 0)
  const rows = prepare(database, 'SELECT label, vector FROM label_embeddings ORDER BY label').raw().all() as [
    string,
    Buffer,
  ][]
  const vectors = new Float32Array(rows.length * dim)
  for (const [row, [label, vector]] of rows.entries())
    decodeVector(database, { owner: `the label ${quote(label)}`, vector }, { vectors, dim, row })
  return { labels: rows.map(([label]) => label), dim, vectors }
}

/** Adds labels and forgets others; a label that is there already gets the new vector. Throws what SQLite throws. */
export function changeLabels(database: Database, added: LabelVectors, dropped: readonly string[]): void {
  const drop = prepare(database, 'DELETE FROM label_embeddings WHERE label = ?')
  for (const label of dropped) drop.run(label)
  const add = prepare(database, 'INSERT OR REPLACE INTO label_embeddings (label, vector) VALUES (?, ?)')
  const { labels, dim, vectors } = added
  for (const [row, label] of labels.entries())
    add.run(label, encodeVector(vectors.subarray(row * dim, (row + 1) * dim)))
}
