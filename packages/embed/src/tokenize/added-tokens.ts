import type { AddedToken } from './tokenizer-json.js'

/** A piece of a text: an added token's id, or what stands between two of them. */
export type TextPiece = number | string

/**
 * Cuts texts at the tokens that are matched before normalisation (`[SEP]`, `<mask>`), leftmost first, then longest, as
 * Hugging Face's `tokenizers` does. The options are those of its `AddedToken`.
 */
export class AddedTokenSplitter {
  readonly #pattern: RegExp | null
  readonly #tokens: ReadonlyMap<string, AddedToken>

  constructor(tokens: readonly AddedToken[]) {
    this.#tokens = new Map(tokens.map((token) => [token.content, token]))
    const contents = [...this.#tokens.keys()].filter((content) => content !== '')
    contents.sort((a, b) => b.length - a.length)
    this.#pattern = contents.length === 0 ? null : new RegExp(contents.map(escaped).join('|'), 'gu')
  }

  /** The pieces in order; empty ones are left out. */
  split(text: string): TextPiece[] {
    if (this.#pattern === null) return text === '' ? [] : [text]
    const pieces: TextPiece[] = []
    let done = 0
    for (const match of text.matchAll(this.#pattern)) {
      const token = this.#tokens.get(match[0])
      const { start, end } = span(text, token, match.index)
      if (token === undefined || start < done || !standsAlone(text, token, start, end)) continue
      if (start > done) pieces.push(text.slice(done, start))
      pieces.push(token.id)
      done = end
    }
    if (done < text.length) pieces.push(text.slice(done))
    return pieces
  }
}

function span(text: string, token: AddedToken | undefined, at: number): { start: number; end: number } {
  let start = at
  let end = at + (token?.content.length ?? 0)
  if (token?.lstrip) while (start > 0 && isSpace(text[start - 1])) start--
  if (token?.rstrip) while (end < text.length && isSpace(text[end])) end++
  return { start, end }
}

function standsAlone(text: string, token: AddedToken, start: number, end: number): boolean {
  return !token.single_word || !(isWord(text[start - 1]) || isWord(text[end]))
}

function isSpace(unit: string | undefined): boolean {
  return unit !== undefined && /\s/u.test(unit)
}

function isWord(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}_]/u.test(unit)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
