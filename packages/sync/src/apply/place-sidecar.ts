import { type DocUlid, mintUlid } from '@pinakes/manifest'
import { readSidecar, type SidecarFile } from '@pinakes/sidecar'
import type { DocumentAction } from '../pairing/plan.js'
import { pathOfKey } from '../walk/read-directory.js'
import type { ApplyContext } from './context.js'
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

/**
 * Gives a document the sidecar it lacks: its own from elsewhere, or a new one with `title`. Null where nothing may be
 * written; then the id counts all the same, and a later sync writes it. Rejects if something is in the way.
 */
export async function placeSidecar(
  { sidecars }: ApplyContext,
  { file, sidecarTask }: DocumentAction,
  identity: { readonly id: DocUlid; readonly title: string | null },
): Promise<PlacedSidecar | null> {
  if (sidecars === null || sidecarTask.kind === 'none') return null
  if (sidecarTask.kind === 'move') return sidecars.move(sidecarTask.from, file.path, identity.id)
  return sidecars.create(file.path, { ...identity, restored: sidecarTask.kind === 'restore' })
}

/** The id of a document, or a fresh one. */
export function idOf(action: DocumentAction): DocUlid {
  return action.id ?? mintUlid<'document'>()
}
