import type { YAMLMap, YAMLSeq } from 'yaml'
import type { JsonValue } from '../contracts.js'
import { type BlockStyle, blockListLines, flowText } from '../emit.js'
import { columnOf, lineAfter, lineStart } from '../lines.js'
import type { ParsedSidecar } from '../parse-sidecar.js'
import { isYamlSeq, valueAt, type YamlSeq } from '../value.js'
import { appendLines, itemLinesStart, removeItems, removeItemsWithTail } from './block.js'
import { fromJson, seqOf, withItems, withKey, withoutKey } from './data.js'
import { appendFlowItem, removeFlowItem } from './flow.js'
import { asSeq, findOwnPair, type PairPlace, refuseOrphaning, refuseShared, tokenOf } from './locate.js'
import type { EditSession } from './session.js'
import { applySplices, type Splice } from './splice.js'
import { styleIn } from './style.js'
import { type CollectionToken, contentItems, itemEnd, itemStart } from './tokens.js'
import { addEntries, fillEmpty, isNullNode } from './values.js'

/** A top-level list of the format. */
export type ListKey = 'tags' | 'links'

/** The list's data; empty if the key is absent or has no value. */
export function listData(sidecar: ParsedSidecar, key: ListKey): YamlSeq {
  const value = valueAt(sidecar.root, key)
  return isYamlSeq(value) ? value : seqOf([])
}

/** Appends `items` to a top-level list in one insertion, in the style that the list has; makes the list if need be. */
export function appendItems(session: EditSession, key: ListKey, items: readonly JsonValue[]): void {
  if (items.length === 0) return
  const sidecar = session.current
  const data = listData(sidecar, key)
  const values = [...data.items.map((item) => item.value), ...items.map(fromJson)]
  session.apply({
    candidates: appendCandidates(sidecar, key, items),
    intended: withKey(sidecar.root, key, withItems(data, values)),
    what: `add to \`${key}\``,
  })
}

function appendCandidates(sidecar: ParsedSidecar, key: ListKey, items: readonly JsonValue[]): Splice[][] {
  const { text, document, root } = sidecar
  const place = findOwnPair(sidecar, document.root, root, key)
  refuseShared(sidecar, [document.root, place?.value ?? null], key)
  const style = styleIn(sidecar, document.root)
  if (!place) return addEntries(text, document.root, [[key, items]], style)
  const seq = asSeq(place.value)
  if (seq) return appendToSeq(text, seq, items, style)
  const inFlow = tokenOf(document.root).type === 'flow-collection'
  const lines = blockListLines(items, { ...style, column: style.column + style.listOffset })
  return isNullNode(place.value) ? fillEmpty(text, place, { lines, flow: flowText(items) }, inFlow) : []
}

function appendToSeq(
  text: string,
  seq: YAMLSeq.Parsed,
  items: readonly JsonValue[],
  style: BlockStyle,
): Splice[][] {
  const token = tokenOf(seq)
  if (token.type === 'flow-collection') return appendFlowItem(text, token, items.map(flowText).join(', '))
  const [first] = contentItems(token)
  const column = first ? columnOf(text, itemStart(first)) : style.column
  return appendLines(
    text,
    token,
    blockListLines(items, { ...style, column, itemIndent: itemIndent(text, seq) }),
  )
}

/** Columns from the `-` to the content of the last item that has any beside or below it; 2 if none has. */
function itemIndent(text: string, seq: YAMLSeq.Parsed): number {
  const token = tokenOf(seq)
  const last = contentItems(token).findLast((item) => item.value)
  if (!last?.value) return 2
  return Math.max(2, columnOf(text, last.value.offset) - columnOf(text, itemStart(last)))
}

/** Deletes items of a top-level list; a block list that would be empty goes, key and all. */
export function removeFromList(session: EditSession, key: ListKey, indices: readonly number[]): void {
  if (indices.length === 0) return
  const doomed = new Set(indices)
  const { document } = session.current
  const place = findOwnPair(session.current, document.root, session.current.root, key)
  const seq = asSeq(place?.value ?? null)
  refuseShared(session.current, [document.root, place?.value ?? null], key)
  for (const index of doomed) refuseOrphaning(session.current, seq?.items[index] ?? null, `${key}[${index}]`)
  if (!place || !seq) return
  const token = tokenOf(seq)
  if (doomed.size === listData(session.current, key).items.length) {
    removeAll(session, key, place)
  } else if (token.type === 'flow-collection') {
    for (const index of [...doomed].sort((a, b) => b - a)) removeOneFromFlow(session, key, index)
  } else {
    const { text } = session.current
    const candidates = [...removeItems(text, token, indices), ...removeItemsWithTail(text, token, indices)]
    applyRemoval(session, key, doomed, candidates)
  }
}

function removeOneFromFlow(session: EditSession, key: ListKey, index: number): void {
  const { document, root, text } = session.current
  const seq = asSeq(findOwnPair(session.current, document.root, root, key)?.value ?? null)
  const token = seq ? tokenOf(seq) : null
  if (token?.type !== 'flow-collection') return
  applyRemoval(session, key, new Set([index]), removeFlowItem(text, token, index))
}

function applyRemoval(
  session: EditSession,
  key: ListKey,
  doomed: ReadonlySet<number>,
  candidates: Splice[][],
): void {
  const data = listData(session.current, key)
  const kept = data.items.filter((_, index) => !doomed.has(index)).map((item) => item.value)
  const intended = withKey(session.current.root, key, withItems(data, kept))
  session.apply({ candidates, intended, what: `remove from \`${key}\`` })
}

/** Removes every item: a flow list becomes `[]`, a block list goes with its key, unless comments cling to the key. */
function removeAll(session: EditSession, key: ListKey, place: PairPlace): void {
  const { document, root, text } = session.current
  const seq = asSeq(place.value)
  const rootToken = tokenOf(document.root)
  const token = seq ? tokenOf(seq) : null
  if (token?.type === 'flow-collection' && rootToken.type !== 'flow-collection') {
    const count = listData(session.current, key).items.length
    for (let index = count - 1; index >= 0; index--) removeOneFromFlow(session, key, index)
    return
  }
  const whole = removeEntry(text, document.root, place.index)
  const bare = seq && token?.type === 'block-seq' ? removeItems(text, token, [...seq.items.keys()]) : []
  const keepKey = bare[0] !== undefined && hasComments(text, rootToken, place, bare[0])
  const candidates = [
    ...(keepKey ? bare : []),
    ...whole,
    ...bare,
    ...removeEntryWithTail(text, document.root, place.index),
  ]
  session.apply({ candidates, intended: withoutKey(root, key), what: `remove from \`${key}\`` })
}

/** Ways to delete a mapping's entry, lines or flow item. */
export function removeEntry(text: string, map: YAMLMap.Parsed, index: number): Splice[][] {
  const token = tokenOf(map)
  return token.type === 'flow-collection'
    ? removeFlowItem(text, token, index)
    : removeItems(text, token, [index])
}

/** The last resort of {@link removeEntry} in a block: blank lines and deeper comments below it go as well. */
export function removeEntryWithTail(text: string, map: YAMLMap.Parsed, index: number): Splice[][] {
  const token = tokenOf(map)
  return token.type === 'flow-collection' ? [] : removeItemsWithTail(text, token, [index])
}

/** True if comments stand above, beside or beneath the key that would outlive the deletion of its items. */
function hasComments(
  text: string,
  root: CollectionToken,
  place: PairPlace,
  splices: readonly Splice[],
): boolean {
  const from = lineStart(text, itemStart(place.item))
  if (itemLinesStart(text, root, place.index) !== from) return true
  const end = lineAfter(text, itemEnd(place.item, 'all'))
  return applySplices(text.slice(0, end), splices).slice(from).includes('#')
}
