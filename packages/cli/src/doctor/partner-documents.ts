import { type LinkedKb, loadPartnerManifest, resolveLinkedKb } from '@pinakes/manifest'
import { surveyKb } from './survey-kb.js'

/**
 * The document ids of a connected knowledge base, or null where they are not all known: it is not here, it is another
 * one than its entry says, or a sidecar or a directory of it cannot be read. Only a complete list proves that a
 * document is missing.
 */
export function partnerDocuments(root: string, { id, path }: LinkedKb): ReadonlySet<string> | null {
  const place = resolveLinkedKb(root, path)
  if ('unresolvable' in place) return null
  try {
    const manifest = loadPartnerManifest(place.path)
    if (manifest.id !== id) return null
    const survey = surveyKb({ root: place.path, owner: id, sources: manifest.sources })
    const isWhole = survey.broken.length === 0 && survey.unknown.length === 0
    return isWhole ? new Set(survey.sidecars.map(({ sidecar }) => sidecar.id)) : null
  } catch {
    // Whatever is wrong over there, it is no evidence about a link here.
    return null
  }
}
