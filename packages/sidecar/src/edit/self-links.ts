import { formatPnkUri, parsePnkUri } from '@pinakes/manifest'
import { isScalar, type ParsedNode } from 'yaml'
import { authoredScalar } from '../authored-scalar.js'
import type { ParsedSidecar } from '../parse-sidecar.js'
import { isYamlMap, valueAt, type YamlValue } from '../value.js'
import { withItems, withKey } from './data.js'
import { listData } from './list.js'
import { asMap, asSeq, findPair, isShared, type PairPlace } from './locate.js'
import type { EditSession } from './session.js'
import type { Splice } from './splice.js'
import { replaceValue } from './values.js'

/**
 * Writes the KB's id for every `self` in a link's `to`, in place. For files that are written for another reason:
 * a full URI survives being copied into another KB. Links whose text is shared are left alone.
 */
export function expandSelfLinks(session: EditSession): void {
  const sidecar = session.current
  const data = listData(sidecar, 'links')
  const splices: Splice[] = []
  const values = data.items.map(({ value }, index): YamlValue => {
    const to = selfTarget(sidecar, value)
    const place = to === null ? null : ownTarget(sidecar, index)
    if (to === null || !place || !isYamlMap(value)) return value
    splices.push(...targetSplices(sidecar, place, to.written, to.full))
    return withKey(value, 'to', to.full)
  })
  if (splices.length === 0) return
  session.apply({
    candidates: [splices],
    intended: withKey(sidecar.root, 'links', withItems(data, values)),
    what: 'write the KB id into a link to `self`',
  })
}

function selfTarget(sidecar: ParsedSidecar, link: YamlValue): { written: string; full: string } | null {
  const written = isYamlMap(link) ? valueAt(link, 'to') : null
  if (typeof written !== 'string') return null
  const uri = parsePnkUri(written)
  return uri.kb === null ? { written, full: formatPnkUri(uri.resolve(sidecar.owner)) } : null
}

/** The place of link `index`'s `to`, if its text belongs to it alone. */
function ownTarget(sidecar: ParsedSidecar, index: number): PairPlace | null {
  const { root } = sidecar.document
  const list = findPair(root, 'links')
  const entry = asSeq(list?.value ?? null)?.items[index] ?? null
  const map = asMap(entry)
  const place = map ? findPair(map, 'to') : null
  const holders: readonly (ParsedNode | null)[] = [root, list?.value ?? null, entry, place?.value ?? null]
  return holders.some((node) => node === null || isShared(sidecar, node)) ? null : place
}

/** Changes the four letters inside the author's own quotes where they stand as such, else the whole scalar. */
function targetSplices(sidecar: ParsedSidecar, place: PairPlace, written: string, full: string): Splice[] {
  const node = place.value
  if (isScalar(node)) {
    const [start, end] = node.range
    const at = sidecar.text.slice(start, end).indexOf(written)
    if (at !== -1) return [{ start: start + at, end: start + at + written.length, text: full }]
  }
  return replaceValue(place, authoredScalar(full))
}
