import { isMap, isSeq, type ParsedNode, type YAMLMap } from 'yaml'
import type { BlockStyle } from '../emit.js'
import { columnOf } from '../lines.js'
import type { ParsedSidecar } from '../parse-sidecar.js'
import { tokenOf } from './locate.js'
import { contentItems, isExplicitKey, itemStart } from './tokens.js'

/**
 * How the file indents: keys at the column of `map`, nested mappings as the first one in the file, lists as the
 * first block list in the file, else compactly.
 */
export function styleIn(sidecar: ParsedSidecar, map: YAMLMap.Parsed): BlockStyle {
  const { text, document } = sidecar
  const [first] = contentItems(tokenOf(map))
  return {
    column: first ? columnOf(text, itemStart(first)) : 0,
    step: Math.max(1, firstOffset(text, document.root, isMap) ?? 2),
    listOffset: firstOffset(text, document.root, isSeq) ?? 0,
    itemIndent: 2,
  }
}

/** Columns from a key to the first block collection of a kind that is a value, in file order; null if there is none. */
function firstOffset(
  text: string,
  map: YAMLMap.Parsed,
  isKind: (node: ParsedNode | null) => boolean,
): number | null {
  const items = contentItems(tokenOf(map))
  for (const [index, { value }] of map.items.entries()) {
    const item = items[index]
    if (!item || value === null || isExplicitKey(item) || !isBlock(value)) continue
    if (isKind(value)) return columnOf(text, tokenOf(value).offset) - columnOf(text, itemStart(item))
    const inner = isMap(value) ? firstOffset(text, value as YAMLMap.Parsed, isKind) : null
    if (inner !== null) return inner
  }
  return null
}

function isBlock(node: ParsedNode): node is YAMLMap.Parsed {
  return (
    (isMap(node) || isSeq(node)) && node.srcToken !== undefined && node.srcToken.type !== 'flow-collection'
  )
}
