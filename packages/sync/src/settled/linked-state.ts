import { type Manifest, resolveLinkedKb } from '@pinakes/manifest'
import type { LinkedState } from './settled-state.js'

/**
 * What to remember of the linked KBs at `nowMs`, or `due` if one of them has to be read in every run: it could not be
 * read, or the way to it does not resolve. Null if there are none.
 */
export function linkedState(
  { root, manifest }: { readonly root: string; readonly manifest: Manifest },
  scanDueMs: number | null,
  nowMs: number,
): LinkedState | 'due' | null {
  if (scanDueMs === null) return null
  if (scanDueMs <= nowMs) return 'due'
  const places: Record<string, string> = Object.create(null)
  for (const { path } of manifest.links.kb) {
    const place = resolveLinkedKb(root, path)
    if ('unresolvable' in place) return 'due'
    places[path] = place.path
  }
  return { fromMs: nowMs, dueMs: scanDueMs, places }
}

/** Whether no linked KB has to be read at `nowMs`: none is due, and every way leads where it led. Reads no file. */
export function isLinkedFresh(root: string, state: LinkedState | null, nowMs: number): boolean {
  if (state === null) return true
  if (nowMs < state.fromMs || nowMs >= state.dueMs) return false
  return Object.entries(state.places).every(([path, led]) => {
    const place = resolveLinkedKb(root, path)
    return 'path' in place && place.path === led
  })
}
