import { isAlias, isMap, isScalar, isSeq, type ParsedNode, visit, type YAMLMap, type YAMLSeq } from 'yaml'
import type { ParsedSidecar } from '../parse-sidecar.js'
import { entryOf, type YamlMap } from '../value.js'
import { sharedError } from './refusals.js'
import { type CollectionToken, contentItems, type ItemToken } from './tokens.js'

/** One written entry of a mapping. */
export interface PairPlace {
  readonly index: number
  readonly item: ItemToken
  /** Null where no value is written and none is implied. */
  readonly value: ParsedNode | null
}

/** The entry written under a string key; null if there is none in this mapping's own text. */
export function findPair(map: YAMLMap.Parsed, key: string): PairPlace | null {
  const index = map.items.findIndex((pair) => isNamed(pair.key, key))
  const pair = map.items[index]
  const item = contentItems(tokenOf(map))[index]
  return pair && item ? { index, item, value: pair.value } : null
}

function isNamed(node: ParsedNode, key: string): boolean {
  return isScalar(node) && node.source === key && (!node.tag || node.tag === '!')
}

/** {@link findPair}, refusing a key that only a merge key or an alias brings in: it has no text of its own to edit. */
export function findOwnPair(
  sidecar: ParsedSidecar,
  map: YAMLMap.Parsed,
  data: YamlMap,
  key: string,
): PairPlace | null {
  const place = findPair(map, key)
  if (place === null && entryOf(data, key) !== undefined) throw sharedError(sidecar, key, map.range[0])
  return place
}

/** The tokens of a collection node. */
export function tokenOf(node: YAMLMap.Parsed | YAMLSeq.Parsed): CollectionToken {
  const token = node.srcToken
  if (token === undefined) throw new TypeError('a collection without source tokens cannot be edited')
  return token as CollectionToken
}

/** Narrows to a mapping node. */
export function asMap(node: ParsedNode | null): YAMLMap.Parsed | null {
  return isMap(node) ? (node as YAMLMap.Parsed) : null
}

/** Narrows to a list node. */
export function asSeq(node: ParsedNode | null): YAMLSeq.Parsed | null {
  return isSeq(node) ? (node as YAMLSeq.Parsed) : null
}

/**
 * Refuses to change `nodes` if one is an alias, or carries an anchor that an alias names: the other place would
 * change with it.
 */
export function refuseShared(
  sidecar: ParsedSidecar,
  nodes: readonly (ParsedNode | null)[],
  what: string,
): void {
  for (const node of nodes) {
    if (node !== null && isShared(sidecar, node)) throw sharedError(sidecar, what, node.range[0])
  }
}

/** True for an alias, and for a node that one names. */
export function isShared(sidecar: ParsedSidecar, node: ParsedNode): boolean {
  if (isAlias(node)) return true
  const { anchor } = node as { anchor?: string }
  return anchor !== undefined && sidecar.aliases.some((alias) => alias.anchor === anchor)
}

/** Refuses to delete `node` if something beneath it has an anchor that an alias outside of it names. */
export function refuseOrphaning(sidecar: ParsedSidecar, node: ParsedNode | null, what: string): void {
  if (node === null || sidecar.aliases.length === 0) return
  const [start, , end] = node.range
  const outside = new Set(
    sidecar.aliases.filter(({ offset }) => offset < start || offset >= end).map(({ anchor }) => anchor),
  )
  visit(node, {
    Node(_key, inner) {
      const { anchor } = inner as { anchor?: string }
      if (anchor !== undefined && outside.has(anchor)) throw sharedError(sidecar, what, start)
    },
  })
}
