import type { CST } from 'yaml'
import { breakLengthBefore, dominantBreak, lineEnd, lineStart, nextLine } from '../lines.js'
import { insert, remove, type Splice } from './splice.js'
import { commaAfter, contentItems, type ItemToken, itemEnd, itemStart } from './tokens.js'

/**
 * Ways to put `item` at the end of a flow collection, as one insertion: on a line of its own if the last item has
 * one, else behind it. A trailing comma stays trailing.
 */
export function appendFlowItem(text: string, collection: CST.FlowCollection, item: string): Splice[][] {
  const last = contentItems(collection).at(-1)
  if (!last) return [[insert(collection.offset + 1, item)]]
  const end = itemEnd(last)
  const inline = [insertAfter(text, end, item)]
  return [...ownLine(text, collection, last, item).map((splice) => [splice]), inline]
}

/** The item behind `end` on the same line. Between a `:` and the comma a space: `a:,` is a key `a:` to some readers. */
function insertAfter(text: string, end: number, item: string): Splice {
  if (text[end - 1] !== ':') return insert(end, `, ${item}`)
  return text[end] === ' ' ? insert(end + 1, `, ${item}`) : insert(end, ` , ${item}`)
}

/** The item on a line of its own below `last`, if that has its line to itself. */
function ownLine(text: string, collection: CST.FlowCollection, last: ItemToken, item: string): Splice[] {
  const start = lineStart(text, itemStart(last))
  const indent = text.slice(start, itemStart(last))
  if (/[^ \t]/.test(indent)) return []
  const end = itemEnd(last)
  const stop = lineEnd(text, end)
  // The line's own break: deleting the new line again leaves the text as it was, also where breaks are mixed.
  const eol = text.slice(stop, nextLine(text, end)) || dominantBreak(text)
  const comma = commaAfter(collection, last)
  if (!comma) {
    const free = text.slice(end, stop).trim() === '' && text[end - 1] !== ':'
    return free ? [insert(end, `,${eol}${indent}${item}`)] : []
  }
  const alone = comma.offset < stop && /^[ \t]*(?:#.*)?$/.test(text.slice(comma.offset + 1, stop))
  return alone ? [insert(nextLine(text, end), `${indent}${item},${eol}`)] : []
}

/**
 * Ways to delete item `index` of a flow collection with one comma: its own lines, with the comments right above it,
 * if it has them to itself, else the item alone.
 */
export function removeFlowItem(text: string, collection: CST.FlowCollection, index: number): Splice[][] {
  const items = contentItems(collection)
  const item = items[index]
  if (!item) return []
  const previous = items[index - 1]
  const lines = ownLines(text, collection, item, previous)
  const inline = removeInline(collection, item, previous, items[index + 1])
  if (lines === null) return [inline]
  const comma = commaAfter(collection, item)
  // Without a comma of its own it is the last: the one before it would be left dangling.
  const before = !comma && previous ? commaAfter(collection, previous) : null
  return [before ? [remove(before.offset, before.offset + 1), lines] : [lines], inline]
}

/** The lines that hold nothing but the item, its comma, its comment and the comments right above; null if shared. */
function ownLines(
  text: string,
  collection: CST.FlowCollection,
  item: ItemToken,
  previous: ItemToken | undefined,
): Splice | null {
  let start = lineStart(text, itemStart(item))
  const indent = text.slice(start, itemStart(item))
  const comma = commaAfter(collection, item)
  const end = Math.max(itemEnd(item), comma ? comma.offset + 1 : 0)
  const tail = text.slice(end, lineEnd(text, end))
  if (/[^ \t]/.test(indent) || !/^[ \t]*(?:#.*)?$/.test(tail)) return null
  const floor = nextLine(text, previous ? itemEnd(previous) : collection.offset)
  while (start > floor) {
    const above = lineStart(text, start - breakLengthBefore(text, start))
    if (above < floor || !text.startsWith(`${indent}#`, above)) break
    start = above
  }
  return remove(start, nextLine(text, end))
}

function removeInline(
  collection: CST.FlowCollection,
  item: ItemToken,
  previous: ItemToken | undefined,
  next: ItemToken | undefined,
): Splice[] {
  const comma = commaAfter(collection, item)
  const commaBefore = previous ? commaAfter(collection, previous) : null
  if (next && comma) {
    const plainGap = !next.start.some((token) => token.type === 'newline' || token.type === 'comment')
    return [remove(itemStart(item), plainGap ? itemStart(next) : comma.offset + 1)]
  }
  if (previous && commaBefore) {
    const alone = item.start.every((token) => token.type !== 'comment')
    if (alone) return [remove(commaBefore.offset, itemEnd(item))]
    return [remove(commaBefore.offset, commaBefore.offset + 1), remove(itemStart(item), itemEnd(item))]
  }
  return [remove(itemStart(item), comma ? comma.offset + 1 : itemEnd(item))]
}
