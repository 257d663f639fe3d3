import {
  deriveGraph,
  EDGE_KINDS,
  type EdgeKind,
  mentionsOf,
  nearDuplicates,
  withMentions,
} from '@pinakes/graph'
import type { IndexWriter } from '@pinakes/index'
import type { Manifest } from '@pinakes/manifest'
import type { GraphReport } from '../contracts.js'
import { throwIfInterrupted } from '../run/interrupt.js'
import type { Run } from '../run/run.js'
import { embedLabels, type GetEmbedder, type LabelEmbedder, labelsOf, vectorsOf } from './label-vectors.js'
import { readEntities } from './read-entities.js'

export interface EdgesInput {
  readonly writer: IndexWriter
  /** Some document is not as it was. */
  readonly changed: boolean
  readonly getEmbedder: GetEmbedder
}

/**
 * Derives the edges anew from all active documents where they may be others than before, and stores them in the place
 * of those; a census of them, or null where nothing was to do. Names get vectors only where the manifest's graph channel
 * is one that compares them (`ppr`).
 */
export async function deriveEdges(run: Run, input: EdgesInput): Promise<GraphReport | null> {
  const { writer, getEmbedder } = input
  const { manifest, options } = run
  const embedsLabels = manifest.retrieval.graphChannel === 'ppr'
  const embedder = embedsLabels ? { getEmbedder, signal: options.signal } : null
  const report = isDue(run, input) ? await replaceEdges(run, writer, embedder) : null
  if (embedder !== null) {
    throwIfInterrupted(options.signal)
    await embedLabels(writer, labelsOf(writer), embedder)
  }
  return report
}

function isDue({ options: { entities }, manifest }: Run, { writer, changed }: EdgesInput): boolean {
  if (changed || !writer.graph().isCurrent()) return true
  if (lacksNearDuplicates(manifest, writer)) return true
  if (entities === undefined) return false
  if (writer.meta().get(NER_MODEL) !== entities.model) return true
  const [unread] = writer.entities().unread(entities.model)
  return unread !== undefined
}

/** The channel that compares names was off when the mentions were derived. */
function lacksNearDuplicates({ retrieval }: Manifest, writer: IndexWriter): boolean {
  if (retrieval.graphChannel !== 'ppr' || !writer.meta().has(NER_MODEL)) return false
  return writer.labels().labels.length === 0 && writer.graph().census().nodes.entity > 0
}

/** The `meta` key of the model whose mentions are in the graph. */
const NER_MODEL = 'ner_model'

async function replaceEdges(
  { manifest, options: { entities, signal } }: Run,
  writer: IndexWriter,
  embedder: LabelEmbedder | null,
): Promise<GraphReport> {
  const started = performance.now()
  if (entities !== undefined) readEntities(writer, entities, signal)
  // Without an extractor what an earlier one found stays, as far as it had read.
  const model = entities?.model ?? writer.meta().get(NER_MODEL) ?? null
  const structure = deriveGraph(writer.outlines())
  const mentions = model === null ? null : mentionsOf(structure, writer.entities().ofChunks(model))
  const names = mentions?.entities ?? []
  const named = embedder === null || names.length === 0 ? null : await vectorsOf(writer, names, embedder)
  const sameAs = named === null ? [] : nearDuplicates(named.all)
  writer.inTransaction(() => {
    writer.replaceGraph(mentions === null ? structure : withMentions(structure, mentions, sameAs))
    if (named !== null) writer.changeLabels(named.added, [])
    if (model !== null) writer.setMeta({ [NER_MODEL]: model })
  })
  return census(writer, manifest.kb.id, performance.now() - started)
}

function census(writer: IndexWriter, kbId: string, elapsedMs: number): GraphReport {
  const graph = writer.graph()
  const { edges } = graph.census()
  const authored = graph.authored(kbId).length
  const kinds = Object.fromEntries(
    EDGE_KINDS.map((kind) => [kind, kind === 'authored' ? authored : edges[kind]]),
  ) as Record<EdgeKind, number>
  return { stored: Object.values(edges).reduce((sum, count) => sum + count, 0), kinds, elapsedMs }
}
