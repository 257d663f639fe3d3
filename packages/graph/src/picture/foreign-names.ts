import {
  documentOfSidecar,
  formatPnkUri,
  isPinakesError,
  type KbUlid,
  type LinkedKb,
} from '@pinakes/manifest'
import { openPartner } from '../scan/open-partner.js'
import { walkPartner } from '../scan/walk-partner.js'
import type { ForeignName, PictureRows } from './contracts.js'

/** What other KBs call the documents that links name, and which of them could not be asked. */
export interface ForeignNames {
  /** By URI. */
  readonly names: ReadonlyMap<string, ForeignName>
  /** In words, one for each KB that could not be looked into. */
  readonly problems: readonly string[]
}

/** Which links to look behind, and the KB that they are seen from. */
export interface ForeignNamesInput {
  readonly root: string
  readonly kbId: KbUlid
  readonly linked: readonly LinkedKb[]
  readonly links: PictureRows['links']
  readonly signal?: AbortSignal
}

/**
 * Reads the sidecars of the linked KBs that `links` lead to or come from, and nothing else of them; KBs that no link
 * names are left alone. Rejects only when aborted.
 */
export async function foreignNames(input: ForeignNamesInput): Promise<ForeignNames> {
  const { root, kbId, linked, links, signal } = input
  const named = new Set(links.flatMap(({ srcKbId, dstKbId }) => [srcKbId, dstKbId]))
  const names = new Map<string, ForeignName>()
  const problems: string[] = []
  for (const kb of linked) {
    if (kb.id === kbId || !named.has(kb.id)) continue
    try {
      const { sidecars } = await walkPartner(openPartner(root, kb), signal)
      for (const { path, sidecar } of sidecars) {
        const uri = formatPnkUri({ kb: kb.id, doc: sidecar.id })
        names.set(uri, { path: documentOfSidecar(path) ?? path, title: sidecar.title })
      }
    } catch (error) {
      if (!isPinakesError(error)) throw error
      problems.push(`${kb.name}: ${error.message}`)
    }
  }
  return { names, problems }
}
