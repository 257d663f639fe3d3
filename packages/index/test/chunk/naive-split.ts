import { INK_CLASS, isBlank, SPACE_CLASS } from '../../src/chunk/whitespace.js'
import type { CountTokens } from '../../src/contracts.js'

const SENTENCE = new RegExp(`[\\s\\S]*?(?:[.!?;:]${SPACE_CLASS}+|\\n|$)`, 'gu')
const WORD_START = new RegExp(`(?<=${INK_CLASS}${SPACE_CLASS}+)(?=${INK_CLASS})`, 'u')

interface Limits {
  readonly maxTokens: number
  readonly overlap: number
  readonly countTokens: CountTokens
}

/** Steps 1 to 3 of retrieval §1.6 as they are written, counting every joined text anew. */
export function naiveSplit(block: string, { maxTokens, overlap, countTokens }: Limits): string[] {
  if (countTokens(block) <= maxTokens) return [block]
  const windows: string[][] = []
  let window: string[] = []
  for (const piece of sentences(block).flatMap((part) => finer(part, maxTokens, countTokens))) {
    if (window.length > 0 && countTokens(window.join('') + piece) > maxTokens) {
      windows.push(window)
      window = carry(window, overlap, countTokens)
      if (countTokens(window.join('') + piece) > maxTokens) window = []
    }
    window.push(piece)
  }
  return [...windows, window]
    .map((pieces) => pieces.join(''))
    .filter((text) => !isBlank(text, 0, text.length))
}

function sentences(block: string): string[] {
  return block.match(SENTENCE)?.filter((part) => part !== '') ?? []
}

function finer(piece: string, maxTokens: number, countTokens: CountTokens): string[] {
  if (countTokens(piece) <= maxTokens) return [piece]
  const words = piece.split(WORD_START)
  return words.flatMap((word) => {
    const tokens = countTokens(word)
    if (tokens <= maxTokens) return [word]
    const points = [...word]
    const size = Math.max(1, Math.floor(points.length / Math.ceil(tokens / maxTokens)))
    const spans: string[] = []
    for (let i = 0; i < points.length; i += size) {
      spans.push(...halves(points.slice(i, i + size), maxTokens, countTokens))
    }
    return spans
  })
}

function halves(points: string[], maxTokens: number, countTokens: CountTokens): string[] {
  if (points.length < 2 || countTokens(points.join('')) <= maxTokens) return [points.join('')]
  const middle = points.length >> 1
  return [points.slice(0, middle), points.slice(middle)].flatMap((half) =>
    halves(half, maxTokens, countTokens),
  )
}

function carry(window: string[], overlap: number, countTokens: CountTokens): string[] {
  let from = window.length
  while (overlap > 0 && from > 0 && countTokens(window.slice(from - 1).join('')) <= overlap) from--
  return window.slice(from)
}
