import type { Manifest } from '@pinakes/manifest'
import type { ExpansionChannel, GraphOptions } from './contracts.js'
import { entityRoots } from './entity-roots.js'

/** `manifest` with the graph channel that `graph` asks for, if it asks for one. */
export function withGraphChannel(manifest: Manifest, { channel }: GraphOptions = {}): Manifest {
  if (channel === undefined) return manifest
  return { ...manifest, retrieval: { ...manifest.retrieval, graphChannel: channel } }
}

/**
 * The channel that the manifest names, null for `off`. The graph package is loaded only for one.
 * @throws GraphError `EDGE_KIND_UNKNOWN`
 */
export async function graphChannel(
  { kb, retrieval }: Manifest,
  { drop = [], linkDistance = true, inDegreeSalience = false }: GraphOptions = {},
): Promise<ExpansionChannel | null> {
  if (retrieval.graphChannel === 'off') return null
  const { createExpandChannel, createPprChannel, keptKinds } = await import('@pinakes/graph')
  const walked = { kbId: kb.id, kinds: keptKinds(drop) }
  if (retrieval.graphChannel === 'ppr') return createPprChannel(walked)
  const { name, expand } = createExpandChannel({ ...walked, linkDistance, inDegreeSalience })
  return {
    name,
    expand: (request) => expand({ ...request, roots: [...request.roots, ...entityRoots(request)] }),
  }
}
