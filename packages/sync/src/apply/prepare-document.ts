import type { Embedder } from '@pinakes/embed'
import { sourceTypeOf } from '@pinakes/extract-free'
import {
  type Chunk,
  checkPrefixBudget,
  chunkDocument,
  embeddingInput,
  type FailureStage,
} from '@pinakes/index'
import type { DocUlid } from '@pinakes/manifest'
import type { SidecarFile } from '@pinakes/sidecar'
import { mintedTitle } from '../documents/minted-title.js'
import { type DocumentContent, readDocument, readingStage } from '../documents/read-document.js'
import type { DocumentAction } from '../pairing/plan.js'
import { pathOfKey } from '../walk/read-directory.js'
import type { ApplyContext } from './context.js'
import { idOf, placeSidecar, sidecarBeside } from './place-sidecar.js'
import type { PlacedSidecar } from './sidecar-writer.js'

/** A document that is ready to be embedded, while its sidecar may still be on its way to the disk. */
export interface PreparedDocument {
  readonly action: DocumentAction
  readonly id: DocUlid
  readonly title: string | null
  readonly content: DocumentContent
  readonly chunks: readonly Chunk[]
  /** What is embedded for each chunk. */
  readonly inputs: readonly string[]
  /** The sidecar beside the document already. */
  readonly sidecar: SidecarFile | null
  /** The sidecar that the run puts there; an error never rejects, it is the value. */
  readonly placing: Promise<Placing>
}

export type Placing = { readonly placed: PlacedSidecar | null } | { readonly error: unknown }

/** A document that cannot be indexed. */
export interface Unprepared {
  readonly stage: FailureStage
  readonly error: unknown
  readonly placing: Promise<Placing>
}

/**
 * Reads and chunks a document, and starts writing the sidecar that it lacks: an identity is given to a file that cannot
 * be indexed too. Never rejects.
 */
export async function prepareDocument(
  context: ApplyContext,
  action: DocumentAction,
  embedder: Embedder,
): Promise<PreparedDocument | Unprepared> {
  const { root, extractors, manifest, signal } = context
  const path = action.file.path
  const id = idOf(action)
  let sidecar: SidecarFile | null
  try {
    sidecar = sidecarBeside(context, action)
  } catch (error) {
    return { stage: 'index', error, placing: Promise.resolve({ placed: null }) }
  }
  let content: DocumentContent
  try {
    const options = { extractors, extraction: manifest.extraction, signal }
    content = await readDocument(pathOfKey(root, path), path, options)
  } catch (error) {
    const placing = startPlacing(context, action, { id, title: titleFor(context, action, sidecar, null) })
    return { stage: readingStage(path), error, placing }
  }
  const title = titleFor(context, action, sidecar, content.text)
  const placing = startPlacing(context, action, { id, title })
  try {
    return {
      action,
      id,
      title,
      content,
      sidecar,
      placing,
      ...chunksOf(context, { path, title, content, embedder }),
    }
  } catch (error) {
    return { stage: 'index', error, placing }
  }
}

/** The sidecar's title, which may be none; else the one the index remembers; else a minted one. */
function titleFor(
  { rows }: ApplyContext,
  { id, file }: DocumentAction,
  sidecar: SidecarFile | null,
  text: string | null,
): string | null {
  if (sidecar !== null) return sidecar.sidecar.title
  const row = id === null ? undefined : rows.get(id)
  return row === undefined ? mintedTitle(file.path, sourceTypeOf(file.path), text) : row.title
}

function startPlacing(
  context: ApplyContext,
  action: DocumentAction,
  identity: { readonly id: DocUlid; readonly title: string | null },
): Promise<Placing> {
  return placeSidecar(context, action, identity).then(
    (placed) => ({ placed }),
    (error: unknown) => ({ error }),
  )
}

interface ChunkingInput {
  readonly path: string
  readonly title: string | null
  readonly content: DocumentContent
  readonly embedder: Embedder
}

function chunksOf({ manifest }: ApplyContext, { path, title, content, embedder }: ChunkingInput) {
  const settings = manifest.chunking
  const countTokens = (text: string): number => embedder.countTokens(text)
  const chunks = chunkDocument({
    text: content.text,
    sourceType: content.sourceType,
    settings,
    countTokens,
    ...(content.pageSpans === null ? {} : { pageSpans: content.pageSpans }),
  })
  const window = embedder.info().maxSequenceLength
  checkPrefixBudget({ path, title, chunks, settings, window, countTokens })
  return { chunks, inputs: chunks.map((chunk) => embeddingInput(chunk, title, settings)) }
}
