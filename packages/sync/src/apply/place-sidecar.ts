import { type DocUlid, isPinakesError, mintUlid, pathOfKey } from '@pinakes/manifest'
import { readSidecar, type SidecarFile } from '@pinakes/sidecar'
import type { DocumentAction } from '../pairing/plan.js'
import type { ApplyContext } from './context.js'
import type { PreparedDocument } from './prepare-document.js'
import type { PlacedSidecar } from './sidecar-writer.js'

/** The sidecar that stands beside a document, read already or read now. Throws as `readSidecar` does. */
export function sidecarBeside(
  { root, manifest, sidecarFiles }: ApplyContext,
  action: DocumentAction,
): SidecarFile | null {
  if (action.sidecar === null) return null
  const { path } = action.sidecar
  return sidecarFiles.get(path) ?? readSidecar(pathOfKey(root, path), manifest.kb.id)
}

/** Who a document is, as its sidecar is to say. */
export interface Identified {
  readonly action: DocumentAction
  readonly id: DocUlid
  readonly title: string | null
}

/** What came of giving a document its sidecar; null if it needs none, or none may be written. */
export type Placing = { readonly placed: PlacedSidecar | null } | { readonly error: unknown }

/**
 * Gives a document the sidecar it lacks: its own from elsewhere, or a new one with `title`. Null where nothing may be
 * written; then the id counts all the same, and a later sync writes it. Rejects if something is in the way.
 */
export async function placeSidecar(
  { sidecars }: ApplyContext,
  { action, id, title }: Identified,
): Promise<PlacedSidecar | null> {
  const { file, sidecarTask } = action
  if (sidecars === null || sidecarTask.kind === 'none' || sidecarTask.kind === 'wait') return null
  if (sidecarTask.kind === 'move') return sidecars.move(sidecarTask.from, file.path, id)
  return sidecars.create(file.path, { id, title, restored: sidecarTask.kind === 'restore' })
}

/** {@link placeSidecar} for many at once, made durable. Never rejects: errors are values. */
export async function placeSidecars<Document extends Identified>(
  context: ApplyContext,
  documents: readonly Document[],
): Promise<ReadonlyMap<Document, Placing>> {
  const placings = await Promise.all(
    documents.map(async (document): Promise<readonly [Document, Placing]> => {
      try {
        return [document, { placed: await placeSidecar(context, document) }]
      } catch (error) {
        return [document, { error }]
      }
    }),
  )
  try {
    await context.sidecars?.flush()
  } catch (error) {
    // Names that may not survive a power cut: the documents wait for the next sync.
    return new Map(documents.map((document) => [document, { error }]))
  }
  return new Map(placings)
}

/**
 * Whether a document may get a sidecar now. A new one that could not be read may not: its title would be made of the
 * file name, for good, though the text may have a better one.
 */
export function canBePlaced({ action: { sidecarTask }, body }: PreparedDocument): boolean {
  const isUnread = 'error' in body && isPinakesError(body.error, 'SYNC_FILE_UNREADABLE')
  return sidecarTask.kind !== 'write' || !isUnread
}

/** The id of a document, or a fresh one. */
export function idOf(action: DocumentAction): DocUlid {
  return action.id ?? mintUlid<'document'>()
}
