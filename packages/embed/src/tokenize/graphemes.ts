const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** In UTF-16 units. The segmenter's time grows with the square of the text that it is given. */
const WINDOW = 1024

/**
 * The extended grapheme clusters of a text (UAX #29), in time linear in its length. What a window of the text ends in
 * may go on behind it, so the last cluster of a window is read again as the first of the next.
 */
export function* graphemesOf(text: string): Generator<string> {
  let start = 0
  let size = WINDOW
  while (start < text.length) {
    const end = start + size + (isHighSurrogate(text, start + size - 1) ? 1 : 0)
    const clusters = Array.from(segmenter.segment(text.slice(start, end)), ({ segment }) => segment)
    if (end < text.length) clusters.pop()
    if (clusters.length === 0) {
      size *= 2
      continue
    }
    for (const cluster of clusters) {
      yield cluster
      start += cluster.length
    }
    size = WINDOW
  }
}

/** True for the first half of a pair, after which no text may be cut. */
function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit < 0xdc00
}
