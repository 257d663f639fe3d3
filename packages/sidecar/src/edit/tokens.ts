import type { CST } from 'yaml'
import { blockEnd, lastTextEnd } from '../block-scalar.js'

/** A collection as the parser's tokens: every byte of it, comments included. */
export type CollectionToken = CST.BlockMap | CST.BlockSequence | CST.FlowCollection

/** The tokens of one entry or item. */
export type ItemToken = CST.CollectionItem

/** Which end of a node is meant where it ends in blank lines: those of a kept block scalar are content. */
export type EndMode = 'last-text' | 'all'

/** The items that hold something, in order: the nodes of the collection have the same indices. */
export function contentItems(collection: CollectionToken): readonly ItemToken[] {
  const items: readonly ItemToken[] = collection.items
  if (collection.type === 'block-seq') return items.filter((item) => hasToken(item.start, ['seq-item-ind']))
  return items.filter(
    (item) => item.key || item.value || (item.sep?.length ?? 0) > 0 || hasToken(item.start, PROPERTIES),
  )
}

/** The offset of the item's first character that is not blank, comment or comma. */
export function itemStart(item: ItemToken): number {
  const first = [...item.start, item.key, ...(item.sep ?? []), item.value].find(isContent)
  return first?.offset ?? 0
}

/** The offset after the item's last character that is not blank or comment. */
export function itemEnd(item: ItemToken, mode: EndMode = 'last-text'): number {
  if (item.value && !isEmptyScalar(item.value)) return tokenEnd(item.value, mode)
  const sep = lastContent(item.sep ?? [])
  if (sep !== null) return sep
  if (item.key && !isEmptyScalar(item.key)) return tokenEnd(item.key, mode)
  return lastContent(item.start) ?? itemStart(item)
}

/** The offset after the indicator, anchor and tag before an entry's value; of its key if there is no `:`. */
export function valueAnchorPoint(item: ItemToken): number {
  const sep = lastContent(item.sep ?? [])
  if (sep !== null) return sep
  return item.key ? tokenEnd(item.key, 'last-text') : (lastContent(item.start) ?? itemStart(item))
}

/** The offset after a node's token. */
export function tokenEnd(token: CST.Token, mode: EndMode): number {
  switch (token.type) {
    case 'block-scalar':
      return mode === 'all' ? blockEnd(token) : lastTextEnd(token)
    case 'flow-collection':
      return (token.end[0]?.offset ?? token.offset) + (token.end[0]?.source.length ?? 0)
    case 'block-map':
    case 'block-seq': {
      const last = contentItems(token).at(-1)
      return last ? itemEnd(last, mode) : token.offset
    }
    default:
      return token.offset + ('source' in token ? token.source.length : 0)
  }
}

/** The tokens of the comma that follows item `index` of a flow collection, or null. */
export function commaAfter(collection: CST.FlowCollection, item: ItemToken): CST.SourceToken | null {
  const next = collection.items[collection.items.indexOf(item as (typeof collection.items)[number]) + 1]
  return next?.start.find((token) => token.type === 'comma') ?? null
}

/** True if the entry was written `? key`. */
export function isExplicitKey(item: ItemToken): boolean {
  return hasToken(item.start, ['explicit-key-ind'])
}

/** True if the entry has its `:`. */
export function hasValueIndicator(item: ItemToken): boolean {
  return hasToken(item.sep ?? [], ['map-value-ind'])
}

/** True for the token of a value that was not written. */
export function isEmptyScalar(token: CST.Token): boolean {
  return token.type === 'scalar' && token.source === ''
}

const PROPERTIES = ['explicit-key-ind', 'anchor', 'tag']
const NOT_CONTENT = new Set(['space', 'newline', 'comment', 'comma'])

function hasToken(tokens: readonly CST.SourceToken[], types: readonly string[]): boolean {
  return tokens.some((token) => types.includes(token.type))
}

function isContent(token: CST.Token | null | undefined): token is CST.Token {
  return token !== null && token !== undefined && !NOT_CONTENT.has(token.type) && !isEmptyScalar(token)
}

function lastContent(tokens: readonly CST.SourceToken[]): number | null {
  const last = tokens.findLast(isContent)
  return last ? last.offset + last.source.length : null
}
