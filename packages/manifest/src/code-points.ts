/** The number of Unicode code points in `text`; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let pairs = 0
  // A low surrogate never begins a pair, so stepping by one counts each pair once.
  for (let i = 0; i + 1 < text.length; i++) if (isPair(text, i)) pairs++
  return text.length - pairs
}

/**
 * The code points `start` to `end` (half-open, zero-based; `end` defaults to the end). Bounds beyond the text are
 * clamped. For many slices of one text build {@link codePointOffsets} once.
 */
export function sliceCodePoints(text: string, start: number, end = Number.POSITIVE_INFINITY): string {
  const offsets = codePointOffsets(text)
  return offsets.slice(start, end)
}

/** Converts between UTF-16 indices and code-point offsets of one text. */
export interface CodePointOffsets {
  /** Code points in the text. */
  readonly length: number
  /** The number of code points before UTF-16 index `index`; an index inside a pair counts the pair as before. */
  toCodePoint(index: number): number
  /** The UTF-16 index at which code point `offset` begins; clamped to the text. */
  toUtf16(offset: number): number
  /** Code points `start` to `end`, half-open, clamped. */
  slice(start: number, end?: number): string
}

/**
 * Offsets of `text`, built in one pass over it. Conversions take time logarithmic in the number of astral
 * characters, constant where there are none.
 */
export function codePointOffsets(text: string): CodePointOffsets {
  const pairs = surrogatePairs(text)
  const length = text.length - pairs.length
  const toUtf16 = (offset: number): number => {
    const at = Math.min(Math.max(offset, 0), length)
    // Pair n begins at code point pairs[n] - n, and shifts everything after that by one.
    return at + lowerBound(pairs, (pair, n) => pair - n < at)
  }
  const toCodePoint = (index: number): number => {
    const at = Math.min(Math.max(index, 0), text.length)
    const before = lowerBound(pairs, (pair) => pair < at)
    const inside = before > 0 && pairs[before - 1] === at - 1
    return at - before + (inside ? 1 : 0)
  }
  return {
    length,
    toCodePoint,
    toUtf16,
    slice: (start, end = length) => text.slice(toUtf16(start), Math.max(toUtf16(start), toUtf16(end))),
  }
}

function surrogatePairs(text: string): number[] {
  const found: number[] = []
  for (let i = 0; i + 1 < text.length; i++) if (isPair(text, i)) found.push(i++)
  return found
}

function isPair(text: string, index: number): boolean {
  const high = text.charCodeAt(index)
  if (high < 0xd800 || high > 0xdbff) return false
  const low = text.charCodeAt(index + 1)
  return low >= 0xdc00 && low <= 0xdfff
}

/** The first position whose item fails `before`, which must hold for a prefix of `items`. */
function lowerBound(items: readonly number[], before: (item: number, position: number) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(items[middle] ?? 0, middle)) low = middle + 1
    else high = middle
  }
  return low
}
