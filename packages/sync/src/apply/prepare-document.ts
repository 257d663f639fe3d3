import type { Embedder } from '@pinakes/embed'
import { sourceTypeOf } from '@pinakes/extract-free'
import {
  type Chunk,
  checkPrefixBudget,
  chunkDocument,
  embeddingInput,
  type FailureStage,
} from '@pinakes/index'
import { type DocUlid, pathOfKey } from '@pinakes/manifest'
import type { SidecarFile } from '@pinakes/sidecar'
import { mintedTitle } from '../documents/minted-title.js'
import { type DocumentContent, readDocument, readingStage } from '../documents/read-document.js'
import type { DocumentAction } from '../pairing/plan.js'
import type { ApplyContext } from './context.js'
import { idOf, sidecarBeside } from './place-sidecar.js'

/** A document that is read and chunked, or could not be; either way it has an identity. */
export interface PreparedDocument {
  readonly action: DocumentAction
  readonly id: DocUlid
  readonly title: string | null
  /** The sidecar beside the document already. */
  readonly sidecar: SidecarFile | null
  readonly body: PreparedBody | FailedBody
}

export interface PreparedBody {
  readonly content: DocumentContent
  readonly chunks: readonly Chunk[]
  /** What is embedded for each chunk. */
  readonly inputs: readonly string[]
}

export interface FailedBody {
  readonly stage: FailureStage
  readonly error: unknown
}

/** Reads and chunks a document. Never rejects: what goes wrong is the body. */
export async function prepareDocument(
  context: ApplyContext,
  action: DocumentAction,
  embedder: Embedder,
): Promise<PreparedDocument> {
  const path = action.file.path
  const identity = { action, id: idOf(action) }
  let stage: FailureStage = 'index'
  let sidecar: SidecarFile | null = null
  let text: string | null = null
  const withTitle = () => ({ ...identity, sidecar, title: titleFor(context, action, sidecar, text) })
  try {
    sidecar = sidecarBeside(context, action)
    stage = readingStage(path)
    const { extractors, manifest, root, signal, contents } = context
    const options = { extractors, extraction: manifest.extraction, signal, contents }
    const content = await readDocument(pathOfKey(root, path), path, options)
    stage = 'index'
    text = content.text
    const named = withTitle()
    return { ...named, body: chunksOf(context, { path, title: named.title, content, embedder }) }
  } catch (error) {
    return { ...withTitle(), body: { stage, error } }
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

interface ChunkingInput {
  readonly path: string
  readonly title: string | null
  readonly content: DocumentContent
  readonly embedder: Embedder
}

function chunksOf(
  { manifest }: ApplyContext,
  { path, title, content, embedder }: ChunkingInput,
): PreparedBody {
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
  return { content, chunks, inputs: chunks.map((chunk) => embeddingInput(chunk, title, settings)) }
}
