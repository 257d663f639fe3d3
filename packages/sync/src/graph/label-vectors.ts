import type { Embedder } from '@pinakes/embed'
import { LABELLED_KINDS, labelOf } from '@pinakes/graph'
import type { IndexWriter, LabelVectors } from '@pinakes/index'
import { throwIfInterrupted } from '../run/interrupt.js'

/** Names embedded at a time. */
const BATCH = 256

/** An embedder that is loaded only if it is asked for. */
export type GetEmbedder = () => Promise<Embedder>

/** What embeds names, and what ends it between two batches. */
export interface LabelEmbedder {
  readonly getEmbedder: GetEmbedder
  readonly signal: AbortSignal | undefined
}

/** The distinct names of the nodes of a graph: its tags, headings and entities. */
export function labelsOf(writer: IndexWriter): Set<string> {
  const graph = writer.graph()
  return new Set(LABELLED_KINDS.flatMap((kind) => graph.nodes(kind).map(({ key }) => labelOf(kind, key))))
}

/**
 * Embeds those of `labels` that have no vector yet, and forgets the vectors of other names. Loads no model where every
 * name is known.
 */
export async function embedLabels(
  writer: IndexWriter,
  labels: ReadonlySet<string>,
  embedder: LabelEmbedder,
): Promise<void> {
  const known = new Set(writer.labels().labels)
  const dropped = [...known].filter((label) => !labels.has(label))
  const added = [...labels].filter((label) => !known.has(label))
  if (added.length > 0) writer.changeLabels(await embed(added, embedder), dropped)
  else if (dropped.length > 0) writer.changeLabels({ ...NO_LABELS, dim: 0 }, dropped)
}

/** The vectors of names, and those of them that were made for it. */
export interface NamedVectors {
  readonly all: LabelVectors
  readonly added: LabelVectors
}

/** The vectors of `labels` in their order: those that the index has, and of the others such as are made now. */
export async function vectorsOf(
  writer: IndexWriter,
  labels: readonly string[],
  embedder: LabelEmbedder,
): Promise<NamedVectors> {
  const known = writer.labels()
  const rows = new Map(known.labels.map((label, row) => [label, row]))
  const missing = labels.filter((label) => !rows.has(label))
  const added = missing.length === 0 ? { ...known, ...NO_LABELS } : await embed(missing, embedder)
  const { dim } = added
  const vectors = new Float32Array(labels.length * dim)
  let next = 0
  for (const [i, label] of labels.entries()) {
    const row = rows.get(label)
    const from = row === undefined ? added.vectors : known.vectors
    const at = (row ?? next++) * dim
    vectors.set(from.subarray(at, at + dim), i * dim)
  }
  return { all: { labels, dim, vectors }, added }
}

const NO_LABELS = { labels: [], vectors: new Float32Array(0) }

/** The vectors of labels, one a label in their order. */
async function embed(
  labels: readonly string[],
  { getEmbedder, signal }: LabelEmbedder,
): Promise<LabelVectors> {
  const embedder = await getEmbedder()
  const { dim } = embedder.info()
  const vectors = new Float32Array(labels.length * dim)
  for (let from = 0; from < labels.length; from += BATCH) {
    throwIfInterrupted(signal)
    vectors.set(await embedder.embed(labels.slice(from, from + BATCH), 'passage'), from * dim)
  }
  return { labels, dim, vectors }
}
