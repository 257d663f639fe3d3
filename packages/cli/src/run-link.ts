import type { LinkOutcome, LinkRequest } from '@pinakes/graph'
import { findKbRoot, loadManifest } from '@pinakes/manifest'

/** Whether a link is to be there afterwards. */
export type LinkAction = 'link' | 'unlink'

/** Adds or removes a link in the knowledge base around `path` (default: the current directory). */
export async function runLink(
  action: LinkAction,
  path: string | undefined,
  request: LinkRequest,
): Promise<LinkOutcome> {
  const root = findKbRoot(path ?? '.')
  const kb = { root, manifest: loadManifest(root) }
  const { addLink, removeLink } = await import('@pinakes/graph')
  return action === 'link' ? addLink(kb, request) : removeLink(kb, request)
}
