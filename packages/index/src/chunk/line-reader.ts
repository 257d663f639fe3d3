/** Every line terminator of the format but LF. CR cannot occur in normalised text; PDF text may hold it. */
const RARE_BREAK = /[\v\f\r\x1c-\x1e\x85\u2028\u2029]/
const ANY_BREAK = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g
const BYTE_ORDER_MARK = 0xfeff

/** Walks the lines of a text without holding them: a document of 50 MB may have as many lines as bytes. */
export class LineReader {
  /** UTF-16 index at which the current line begins. */
  start = 0
  /** UTF-16 index past the current line's terminator. */
  end = 0
  readonly #text: string
  readonly #nextBreak: (from: number) => number

  constructor(text: string) {
    this.#text = text
    this.#nextBreak = RARE_BREAK.test(text) ? anyBreakFinder(text) : lineFeedFinder(text)
  }

  /** Steps to the next line; false at the end of the text. */
  next(): boolean {
    if (this.end >= this.#text.length) return false
    this.start = this.end
    this.end = this.#nextBreak(this.start)
    return true
  }

  /** Where the grammar begins to read the line: after a byte order mark, which keeps its place in the text. */
  get matchStart(): number {
    return this.start === 0 && this.#text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : this.start
  }

  /** The end of the line without a trailing LF; other terminators stay. */
  get bodyEnd(): number {
    return this.#text.charCodeAt(this.end - 1) === 0x0a ? this.end - 1 : this.end
  }
}

function lineFeedFinder(text: string): (from: number) => number {
  return (from) => {
    const found = text.indexOf('\n', from)
    return found < 0 ? text.length : found + 1
  }
}

function anyBreakFinder(text: string): (from: number) => number {
  const pattern = new RegExp(ANY_BREAK)
  return (from) => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex : text.length
  }
}
