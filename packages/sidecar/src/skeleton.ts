import { isUlid } from '@pinakes/manifest'
import { authoredScalar } from './authored-scalar.js'
import type { Sidecar } from './contracts.js'

const SKELETON = /^id: ([^\n]{26})\ntitle: ([^\n]{1,1000})\ncreated: ([0-9]{8} [0-9]{2}:[0-9]{2})\n$/

/**
 * The sidecar that `text` spells if it is, byte for byte, a skeleton as we mint it (id, title plain or single-quoted,
 * created), else null. The same answer as the parser's, without the parser: most sidecars of a KB are skeletons, and a
 * process that has just started reads 5,000 of them in 0.2 s instead of 1 s.
 */
export function parseSkeleton(text: string): Sidecar | null {
  const [, id, titleToken = '', created = ''] = SKELETON.exec(text) ?? []
  if (!isUlid<'document'>(id)) return null
  const title = titleToken.startsWith("'") ? titleToken.slice(1, -1).replaceAll("''", "'") : titleToken
  // What the writer would write for a title is what every reader takes for that title.
  if (authoredScalar(title) !== titleToken) return null
  return { id, title, created, tags: [], links: [], extraction: null, metadataJson: '{}', warnings: [] }
}
