import { openPartner, walkPartner } from '@pinakes/graph'
import type { LinkedKb } from '@pinakes/manifest'

/**
 * The document ids of a connected knowledge base, or null where they are not all known: it is not here, it is another
 * one than its entry says, or a sidecar or a directory of it cannot be read. Only a complete list proves that a
 * document is missing.
 */
export async function partnerDocuments(root: string, linked: LinkedKb): Promise<ReadonlySet<string> | null> {
  try {
    const { sidecars, problems } = await walkPartner(openPartner(root, linked))
    return problems.length === 0 ? new Set(sidecars.map(({ sidecar }) => sidecar.id)) : null
  } catch {
    // Whatever is wrong over there, it is no evidence about a link here.
    return null
  }
}
