import { createFloat32Scan, type LabelVectors, type VectorScan } from '@pinakes/index'
import { normaliseName, wordsOf } from './label.js'

/** A node with the name it goes by. */
export interface LabelledNode {
  readonly node: number
  readonly label: string
}

export interface LabelQuery {
  readonly query: string
  /** Null: only words can match. */
  readonly queryVector: Float32Array | null
  /** Names that a label may equal. */
  readonly entities: readonly string[]
}

/** From here on a label is near enough to a query to stand for it. */
export const LABEL_THRESHOLD = 0.5

/** Finds the nodes that a question calls by name, or nearly so. Built once for a graph. */
export class LabelIndex {
  /** Labels as words, and as names. */
  readonly #byWords: ReadonlyMap<string, readonly number[]>
  readonly #byName: ReadonlyMap<string, readonly number[]>
  readonly #byLabel: ReadonlyMap<string, readonly number[]>
  /** How many words labels have, each number once. */
  readonly #lengths: readonly number[]
  readonly #vectors: LabelVectors
  readonly #scan: VectorScan | null

  constructor(nodes: readonly LabelledNode[], vectors: LabelVectors) {
    this.#byWords = group(nodes, ({ label }) => wordsOf(label))
    this.#byName = group(nodes, ({ label }) => normaliseName(label))
    this.#byLabel = group(nodes, ({ label }) => label)
    this.#lengths = [...new Set([...this.#byWords.keys()].map(countWords))]
    this.#vectors = vectors
    this.#scan = scanOf(vectors)
  }

  /**
   * The matching nodes with their scores, {@link LABEL_THRESHOLD} to 1: 1 where the label is one of `entities`, or
   * stands in the query as whole words one after the other; else the cosine of label and query.
   */
  match({ query, queryVector, entities }: LabelQuery): Map<number, number> {
    const scores = new Map<number, number>()
    for (const [label, cosine] of this.#near(queryVector))
      for (const node of this.#byLabel.get(label) ?? []) scores.set(node, cosine)
    for (const run of wordRuns(wordsOf(query), this.#lengths))
      for (const node of this.#byWords.get(run) ?? []) scores.set(node, 1)
    for (const name of entities.map(normaliseName))
      for (const node of this.#byName.get(name) ?? []) scores.set(node, 1)
    return scores
  }

  #near(query: Float32Array | null): [string, number][] {
    const scan = this.#scan
    if (scan === null || query === null || query.length !== scan.dim) return []
    const near: [string, number][] = []
    for (const [row, score] of scan.scores(query).entries())
      if (score >= LABEL_THRESHOLD) near.push([this.#vectors.labels[row] ?? '', Math.min(1, score)])
    return near
  }
}

function scanOf({ labels, dim, vectors }: LabelVectors): VectorScan | null {
  if (labels.length === 0) return null
  const scan = createFloat32Scan({ dim, capacity: labels.length })
  scan.vectors.set(vectors)
  scan.rows = labels.length
  return scan
}

function group(nodes: readonly LabelledNode[], key: (node: LabelledNode) => string) {
  const groups = new Map<string, number[]>()
  for (const labelled of nodes) {
    const name = key(labelled)
    if (name === '') continue
    const own = groups.get(name)
    if (own === undefined) groups.set(name, [labelled.node])
    else own.push(labelled.node)
  }
  return groups
}

function countWords(words: string): number {
  return words.split(' ').length
}

/** The runs of consecutive words that are as long as one of `lengths`: those of other lengths are no label. */
function* wordRuns(words: string, lengths: readonly number[]): Generator<string> {
  const all = words.split(' ')
  for (const length of lengths)
    for (let from = 0; from + length <= all.length; from++) yield all.slice(from, from + length).join(' ')
}
