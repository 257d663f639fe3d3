import {
  breakLengthBefore,
  columnOf,
  dominantBreak,
  lacksFinalBreak,
  lineAfter,
  lineEnd,
  lineStart,
  nextLine,
} from '../lines.js'
import { insert, remove, type Splice } from './splice.js'
import {
  type CollectionToken,
  contentItems,
  type EndMode,
  type ItemToken,
  itemEnd,
  itemStart,
} from './tokens.js'

const MODES: readonly EndMode[] = ['last-text', 'all']

/**
 * Ways to put `lines` behind the last item of a block collection: after its last line of content, an inline comment
 * included, so that comments and markers further down stay last; else after all blank lines that it keeps.
 */
export function appendLines(text: string, collection: CollectionToken, lines: readonly string[]): Splice[][] {
  const last = contentItems(collection).at(-1)
  if (!last) return []
  return endings(text, last).map((offset) => [insertLines(text, offset, lines)])
}

/** The way to put `lines` before the last item of a block collection and the comments that lead it. */
export function prependToLast(
  text: string,
  collection: CollectionToken,
  lines: readonly string[],
): Splice[][] {
  const items = contentItems(collection)
  const start = itemLinesStart(text, collection, items.length - 1)
  if (start === null) return []
  const eol = dominantBreak(text)
  return [[insert(start, lines.map((line) => line + eol).join(''))]]
}

/** An insertion of whole lines at `offset`, where a line begins or the text ends. A missing final break stays missing. */
export function insertLines(text: string, offset: number, lines: readonly string[]): Splice {
  const eol = dominantBreak(text)
  const open = offset === text.length && lacksFinalBreak(text)
  return insert(
    offset,
    open ? lines.map((line) => eol + line).join('') : lines.map((line) => line + eol).join(''),
  )
}

/**
 * Ways to delete some items of a block collection: each from the comments directly above it in its own column to the
 * end of its last line. Comments of its neighbours stay, a missing final line break stays missing.
 */
export function removeItems(
  text: string,
  collection: CollectionToken,
  indices: readonly number[],
): Splice[][] {
  return removals(
    text,
    collection,
    indices,
    MODES.map((mode) => (item) => lineAfter(text, itemEnd(item, mode))),
  )
}

/**
 * Ways to delete some items where {@link removeItems} would hand blank lines or deeper comments below them to a block
 * scalar above: those go as well.
 */
export function removeItemsWithTail(
  text: string,
  collection: CollectionToken,
  indices: readonly number[],
): Splice[][] {
  return removals(text, collection, indices, [(item) => tailEnd(text, item)])
}

function removals(
  text: string,
  collection: CollectionToken,
  indices: readonly number[],
  ends: readonly ((item: ItemToken) => number)[],
): Splice[][] {
  return ends.flatMap((end) => {
    const ranges = indices.map((index) => itemRange(text, collection, index, end))
    const found = ranges.filter((range) => range !== null)
    if (found.length < ranges.length) return []
    const merged = mergeRanges(found)
    return [keepEndOpen(text, merged), merged]
  })
}

function itemRange(
  text: string,
  collection: CollectionToken,
  index: number,
  end: (item: ItemToken) => number,
): Splice | null {
  const item = contentItems(collection)[index]
  if (!item) return null
  const start = itemLinesStart(text, collection, index)
  return start === null ? inLineRange(text, collection, index) : remove(start, end(item))
}

/** The offset after the blank lines, and the comments in deeper columns, that follow an item. */
function tailEnd(text: string, item: ItemToken): number {
  const deeper = ' '.repeat(columnOf(text, itemStart(item)) + 1)
  let end = lineAfter(text, itemEnd(item, 'all'))
  while (end < text.length) {
    const line = text.slice(end, lineEnd(text, end))
    if (line.trim() !== '' && !(line.startsWith(deeper) && line.trimStart().startsWith('#'))) break
    end = nextLine(text, end)
  }
  return end
}

function mergeRanges(ranges: readonly Splice[]): Splice[] {
  const merged: Splice[] = []
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && last.end >= range.start)
      merged.splice(-1, 1, remove(last.start, Math.max(last.end, range.end)))
    else merged.push(range)
  }
  return merged
}

/** Where the text ends without a line break and its end goes, so does the break before. */
function keepEndOpen(text: string, ranges: readonly Splice[]): Splice[] {
  if (!lacksFinalBreak(text)) return [...ranges]
  return ranges.map((range) =>
    range.end === text.length ? remove(range.start - breakLengthBefore(text, range.start), range.end) : range,
  )
}

/**
 * The offset at which the lines of item `index` begin, with the comments right above it: same column, no blank line
 * between, below what comes before. Null if something else stands before it on its line.
 */
export function itemLinesStart(text: string, collection: CollectionToken, index: number): number | null {
  const items = contentItems(collection)
  const item = items[index]
  if (!item) return null
  const offset = itemStart(item)
  let start = lineStart(text, offset)
  const indent = text.slice(start, offset)
  if (/[^ ]/.test(indent)) return null
  const previous = items[index - 1]
  const floor = previous ? lineAfter(text, itemEnd(previous, 'all')) : collectionFloor(collection, text)
  while (start > floor) {
    const above = lineStart(text, start - breakLengthBefore(text, start))
    if (above < floor || !text.startsWith(`${indent}#`, above)) break
    start = above
  }
  return start
}

/** The first line that can hold comments leading the first item: comments right before a collection's first token. */
function collectionFloor(collection: CollectionToken, text: string): number {
  let floor = lineStart(text, collection.offset)
  // Only comment lines may be passed on the way up; what is above them belongs to the parent.
  while (floor > 0) {
    const above = lineStart(text, floor - breakLengthBefore(text, floor))
    if (above === floor || !/^ *#/.test(text.slice(above, floor))) break
    floor = above
  }
  return floor
}

function endings(text: string, item: ItemToken): number[] {
  return [...new Set(MODES.map((mode) => lineAfter(text, itemEnd(item, mode))))]
}

/** An item that shares its line with what holds it (`: - a`): the next item moves up into its place. */
function inLineRange(text: string, collection: CollectionToken, index: number): Splice | null {
  const items = contentItems(collection)
  const item = items[index]
  const next = items[index + 1]
  if (!item || !next) return null
  const hasComment = text.slice(itemEnd(item, 'all'), itemStart(next)).includes('#')
  return hasComment ? null : remove(itemStart(item), itemStart(next))
}
