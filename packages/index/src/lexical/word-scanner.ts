const OTHER = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const JOINER = 4

/** Between word characters these make one name of several words. */
const JOINERS = '-_./\\:@#+&,'
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z]/.test(char)) return LOWER
  if (/[A-Z]/.test(char)) return UPPER
  if (/[0-9]/.test(char)) return DIGIT
  return JOINERS.includes(char) ? JOINER : OTHER
})
const [COMMA, HYPHEN, GREATER, COLON] = [0x2c, 0x2d, 0x3e, 0x3a]

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u
/** Whether a BMP unit beyond ASCII is a word character: 0 not yet asked, 1 no, 2 yes. */
const known = new Uint8Array(65_536)

/**
 * Walks the names of a text: a name is a word, or words joined by punctuation without space (`DEC-0054`,
 * `src/a.ts`, `std::vector`). A word is letters, digits and combining marks. One pass, linear in any text.
 */
export class WordScanner {
  /** UTF-16 bounds of the current name. */
  start = 0
  end = 0
  /** True if the name has several words. */
  joined = false
  /** True if the name has a digit, or a joiner that is not a hyphen: `state-of-the-art` has neither. */
  marked = false
  /** True if some word may be written in parts by case (`camelCase`) or has digits after letters (`RFC5321`). */
  mixed = false
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Steps to the next name; false at the end. */
  next(): boolean {
    let at = this.end
    while (at < this.#text.length && !isWord(this.#text, at)) at++
    if (at >= this.#text.length) return false
    this.start = at
    this.joined = false
    this.marked = false
    this.mixed = false
    this.end = this.#name(at)
    return true
  }

  /** Reads a name from its first character and gives its end. */
  #name(from: number): number {
    let at = this.#word(from)
    for (let joint = this.#joint(at); joint > at; joint = this.#joint(at)) {
      this.joined = true
      if (joint - at > 1 || this.#text.charCodeAt(at) !== HYPHEN) this.marked = true
      at = this.#word(joint)
    }
    return at
  }

  /** Reads a word and gives its end. Only a change of kind is looked at, so that prose costs a comparison a letter. */
  #word(from: number): number {
    const text = this.#text
    let previous = OTHER
    let since = from
    let at = from
    for (; at < text.length; at++) {
      const kind = kindAt(text, at)
      if (kind === previous) continue
      if (kind === OTHER || kind === JOINER) break
      this.#change(previous, kind, at - since)
      previous = kind
      since = at
    }
    return at
  }

  /** Notes what it means that `kind` follows `length` characters of kind `previous`. */
  #change(previous: number, kind: number, length: number): void {
    if (kind === DIGIT) {
      this.marked = true
      if (previous !== OTHER) this.mixed = true
    } else if (kind === UPPER) {
      if (previous !== OTHER) this.mixed = true
    } else if (previous === UPPER && length > 1) this.mixed = true
  }

  /** The start of the word that is joined at `at`, or `at` if none is. */
  #joint(at: number): number {
    const text = this.#text
    const code = text.charCodeAt(at)
    if (!(code < 128) || ASCII[code] !== JOINER) return at
    const second = text.charCodeAt(at + 1)
    const double = (code === COLON && second === COLON) || (code === HYPHEN && second === GREATER)
    const next = at + (double ? 2 : 1)
    if (next >= text.length || !isWord(text, next)) return at
    // A comma joins the digits of a number only.
    if (code === COMMA && !(isDigit(text.charCodeAt(at - 1)) && isDigit(second))) return at
    return next
  }
}

function isDigit(code: number): boolean {
  return ASCII[code] === DIGIT
}

function isWord(text: string, at: number): boolean {
  const kind = kindAt(text, at)
  return kind !== OTHER && kind !== JOINER
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 128 ? (ASCII[code] ?? OTHER) : wideKind(code, text, at)
}

/** Beyond ASCII every word character counts as a small letter. */
function wideKind(code: number, text: string, at: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return isAstralWord(text, at) ? LOWER : OTHER
  if (known[code] === 0) known[code] = WORD_CHARACTER.test(String.fromCharCode(code)) ? 2 : 1
  return known[code] === 2 ? LOWER : OTHER
}

/** Either half of a surrogate pair has the class of the pair. */
function isAstralWord(text: string, at: number): boolean {
  const isLow = text.charCodeAt(at) >= 0xdc00
  return WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(isLow ? at - 1 : at) ?? 0))
}
