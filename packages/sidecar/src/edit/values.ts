import { isScalar, type ParsedNode, type YAMLMap } from 'yaml'
import { type BlockStyle, blockMapLines, type Entries, flowMapText } from '../emit.js'
import { lineAfter, nextLine } from '../lines.js'
import { appendLines, insertLines, prependToLast } from './block.js'
import { appendFlowItem } from './flow.js'
import { type PairPlace, tokenOf } from './locate.js'
import { insert, remove, type Splice } from './splice.js'
import { hasValueIndicator, type ItemToken, isEmptyScalar, tokenEnd, valueAnchorPoint } from './tokens.js'

/**
 * Ways to add keys to a mapping: in a block below its last content, before trailing comments and `...`, or, where
 * that would change the last value, before the last entry; in a flow mapping before its `}`.
 */
export function addEntries(
  text: string,
  map: YAMLMap.Parsed,
  entries: Entries,
  style: BlockStyle,
): Splice[][] {
  const token = tokenOf(map)
  if (token.type === 'flow-collection') {
    return appendFlowItem(text, token, flowMapText(entries).slice(1, -1))
  }
  const lines = blockMapLines(entries, style)
  return [...appendLines(text, token, lines), ...prependToLast(text, token, lines)]
}

/** A value to write where nothing, `~` or `null` stands now. */
export interface Filling {
  /** Lines beneath the key, in a block. */
  readonly lines: readonly string[]
  /** The value on one line, in a flow collection. */
  readonly flow: string
}

/** Ways to give an entry without a value one. */
export function fillEmpty(text: string, place: PairPlace, filling: Filling, inFlow: boolean): Splice[][] {
  const { item } = place
  const from = valueAnchorPoint(item)
  if (inFlow) return [fillFlow(item, from, filling.flow)]
  if (!hasValueIndicator(item)) return []
  const written = item.value && !isEmptyScalar(item.value) ? item.value : null
  if (!written) return [[insertLines(text, nextLine(text, from), filling.lines)]]
  const end = tokenEnd(written, 'last-text')
  const gap = text.slice(from, written.offset)
  const start = gap.trim() === '' ? from : written.offset
  return [[remove(start, end), insertLines(text, lineAfter(text, end), filling.lines)]]
}

function fillFlow(item: ItemToken, from: number, flow: string): Splice[] {
  if (item.value && !isEmptyScalar(item.value)) {
    return [{ start: item.value.offset, end: tokenEnd(item.value, 'last-text'), text: flow }]
  }
  return [insert(from, hasValueIndicator(item) ? ` ${flow}` : `: ${flow}`)]
}

/** The replacement of an entry's value, anchor and tag aside, by text on one line. */
export function replaceValue(place: PairPlace, replacement: string): Splice[] {
  return fillFlow(place.item, valueAnchorPoint(place.item), replacement)
}

/** True for a missing value and for a written null. */
export function isNullNode(node: ParsedNode | null): boolean {
  return (
    node === null || (isScalar(node) && node.type === 'PLAIN' && /^(?:~|null|Null|NULL)?$/.test(node.source))
  )
}
