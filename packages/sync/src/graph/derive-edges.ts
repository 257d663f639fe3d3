import {
  deriveGraph,
  EDGE_KINDS,
  type EdgeKind,
  type Mentions,
  mentionsOf,
  nearDuplicates,
  withMentions,
} from '@pinakes/graph'
import type { GraphRows, IndexWriter, SameAs } from '@pinakes/index'
import type { Manifest } from '@pinakes/manifest'
import type { GraphReport } from '../contracts.js'
import { throwIfInterrupted } from '../run/interrupt.js'
import type { Run } from '../run/run.js'
import { embed, embedLabels, type GetEmbedder, labelsOf } from './label-vectors.js'
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
  const report = isDue(run, input) ? await replaceEdges(run, writer, embedsLabels ? getEmbedder : null) : null
  if (embedsLabels) {
    throwIfInterrupted(options.signal)
    await embedLabels(writer, labelsOf(writer), getEmbedder)
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
  getEmbedder: GetEmbedder | null,
): Promise<GraphReport> {
  const started = performance.now()
  if (entities !== undefined) readEntities(writer, entities, signal)
  // Without an extractor what an earlier one found stays, as far as it had read.
  const model = entities?.model ?? writer.meta().get(NER_MODEL) ?? null
  const structure = deriveGraph(writer.outlines())
  const rows = model === null ? structure : await addMentions(writer, { structure, model, getEmbedder })
  writer.inTransaction(() => {
    writer.replaceGraph(rows)
    if (model !== null) writer.setMeta({ [NER_MODEL]: model })
  })
  return census(writer, manifest.kb.id, performance.now() - started)
}

interface MentionInput {
  readonly structure: GraphRows
  readonly model: string
  /** Null: near-duplicates are not looked for. */
  readonly getEmbedder: GetEmbedder | null
}

async function addMentions(
  writer: IndexWriter,
  { structure, model, getEmbedder }: MentionInput,
): Promise<GraphRows> {
  const mentions = mentionsOf(structure, writer.entities().ofChunks(model))
  return withMentions(structure, mentions, getEmbedder === null ? [] : await sameAs(mentions, getEmbedder))
}

async function sameAs({ entities }: Mentions, getEmbedder: GetEmbedder): Promise<SameAs[]> {
  return entities.length === 0 ? [] : nearDuplicates(await embed(entities, await getEmbedder()))
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
