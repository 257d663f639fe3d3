import { relativePaths } from '@pinakes/manifest'
import type { ServedKbs } from './served-kb.js'

/** `text` without the places of served knowledge bases: where they lie on the disk of their owner is no business of a client. */
export function withoutRoots(text: string, kbs: ServedKbs): string {
  return kbs.all.reduce((before, { kb }) => {
    return relativePaths(kb.root, before).replaceAll(kb.root, `knowledge base ${JSON.stringify(kb.name)}`)
  }, text)
}
