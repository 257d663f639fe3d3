import { formatPnkUri, parsePnkUri } from '@pinakes/manifest'
import { authoredScalar } from '../authored-scalar.js'
import type { ParsedSidecar } from '../parse-sidecar.js'
import { isYamlMap, type YamlValue } from '../value.js'
import { withItems, withKey } from './data.js'
import { appendItems, listData, removeFromList } from './list.js'
import { asMap, asSeq, findOwnPair, findPair, refuseShared } from './locate.js'
import { badEdit, sharedError } from './refusals.js'
import type { EditSession } from './session.js'
import type { Splice } from './splice.js'
import { replaceValue } from './values.js'

/** A link as a caller names it: `to` may say `self`. */
export interface LinkText {
  readonly to: string
  readonly rel: string
}

/** Appends a link, unless the file has one with the same target and relation. */
export function addLink(session: EditSession, link: LinkText): void {
  const wanted = resolveLink(session.current, link)
  if (!currentLinks(session.current).some((each) => sameLink(each, wanted))) {
    appendItems(session, 'links', [{ ...wanted }])
  }
}

/** Removes every link with this target and relation. */
export function removeLink(session: EditSession, link: LinkText): void {
  const unwanted = resolveLink(session.current, link)
  const indices = currentLinks(session.current).flatMap((each, index) =>
    sameLink(each, unwanted) ? [index] : [],
  )
  removeFromList(session, 'links', indices)
}

/**
 * Makes the file's links those wanted, as multisets. First exact pairs are set aside, then what is left is paired by
 * target, which edits the relation in place; the file's leftovers go, the wanted leftovers are appended in order.
 * Both passes run over everything: pairing in one walk would swap relations between links that share a target.
 */
export function setLinks(session: EditSession, links: readonly LinkText[]): void {
  const wanted = links.map((link) => resolveLink(session.current, link))
  const plan = reconcile(currentLinks(session.current), wanted)
  editRelations(session, plan.relations)
  appendItems(
    session,
    'links',
    plan.added.map((link) => ({ ...link })),
  )
  removeFromList(session, 'links', plan.removed)
}

interface LinkPlan {
  /** New relation by index in the file. */
  readonly relations: ReadonlyMap<number, string>
  readonly added: readonly LinkText[]
  readonly removed: readonly number[]
}

function reconcile(file: readonly LinkText[], wanted: readonly LinkText[]): LinkPlan {
  const free = new Set(file.keys())
  const take = (fits: (link: LinkText) => boolean): number | undefined => {
    const index = [...free].find((each) => {
      const link = file[each]
      return link !== undefined && fits(link)
    })
    if (index !== undefined) free.delete(index)
    return index
  }
  const unpaired = wanted.filter((link) => take((each) => sameLink(each, link)) === undefined)
  const relations = new Map<number, string>()
  const added = unpaired.filter((link) => {
    const index = take((each) => each.to === link.to)
    if (index !== undefined) relations.set(index, link.rel)
    return index === undefined
  })
  return { relations, added, removed: [...free] }
}

function editRelations(session: EditSession, relations: ReadonlyMap<number, string>): void {
  if (relations.size === 0) return
  const sidecar = session.current
  const splices = [...relations].flatMap(([index, rel]) => relationSplices(sidecar, index, rel))
  const data = listData(sidecar, 'links')
  const values = data.items.map(({ value }, index): YamlValue => {
    const rel = relations.get(index)
    return rel !== undefined && isYamlMap(value) ? withKey(value, 'rel', rel) : value
  })
  session.apply({
    candidates: [splices],
    intended: withKey(sidecar.root, 'links', withItems(data, values)),
    what: 'change the relation of a link',
  })
}

function relationSplices(sidecar: ParsedSidecar, index: number, rel: string): Splice[] {
  const name = `links[${index}].rel`
  const { document, root } = sidecar
  const list = findOwnPair(sidecar, document.root, root, 'links')
  const entry = asSeq(list?.value ?? null)?.items[index] ?? null
  refuseShared(sidecar, [document.root, list?.value ?? null, entry], name)
  const map = asMap(entry)
  const place = map ? findPair(map, 'rel') : null
  if (!place) throw sharedError(sidecar, name, entry?.range[0] ?? 0)
  refuseShared(sidecar, [place.value], name)
  return replaceValue(place, authoredScalar(rel))
}

function currentLinks(sidecar: ParsedSidecar): LinkText[] {
  return sidecar.sidecar.links.map(({ to, rel }) => ({ to: formatPnkUri(to), rel }))
}

function resolveLink(sidecar: ParsedSidecar, { to, rel }: LinkText): LinkText {
  if (rel.trim() === '') {
    throw badEdit(
      sidecar.path,
      'a link needs a relation, found a blank text',
      'Name it, for example `--rel cites`.',
    )
  }
  return { to: formatPnkUri(parseTarget(sidecar, to)), rel }
}

function parseTarget(sidecar: ParsedSidecar, to: string) {
  try {
    return parsePnkUri(to).resolve(sidecar.owner)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw badEdit(sidecar.path, why, 'Give the target as pnk://<kb id>/<document id>.')
  }
}

function sameLink(a: LinkText, b: LinkText): boolean {
  return a.to === b.to && a.rel === b.rel
}
