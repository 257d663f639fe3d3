import type { Embedder } from '@pinakes/embed'
import { LABELLED_KINDS, labelOf } from '@pinakes/graph'
import type { IndexWriter, LabelVectors } from '@pinakes/index'

/** Names embedded at a time. */
const BATCH = 256

/** An embedder that is loaded only if it is asked for. */
export type GetEmbedder = () => Promise<Embedder>

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
  getEmbedder: GetEmbedder,
): Promise<void> {
  const known = new Set(writer.labels().labels)
  const dropped = [...known].filter((label) => !labels.has(label))
  const added = [...labels].filter((label) => !known.has(label))
  if (added.length > 0) writer.changeLabels(await embed(added, await getEmbedder()), dropped)
  else if (dropped.length > 0)
    writer.changeLabels({ labels: [], dim: 0, vectors: new Float32Array(0) }, dropped)
}

/** The vectors of labels, one a label in their order. */
export async function embed(labels: readonly string[], embedder: Embedder): Promise<LabelVectors> {
  const { dim } = embedder.info()
  const vectors = new Float32Array(labels.length * dim)
  for (let from = 0; from < labels.length; from += BATCH)
    vectors.set(await embedder.embed(labels.slice(from, from + BATCH), 'passage'), from * dim)
  return { labels, dim, vectors }
}
