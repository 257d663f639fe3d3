import { isUtf8 } from 'node:buffer'

/**
 * The text of `bytes` if they are valid UTF-8, else null. A byte order mark stays in the text; nothing is
 * replaced. The empty array gives the empty string.
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes)) return null
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/**
 * `text` as it is indexed, and as every offset counts it: without a byte order mark at its start, each line break
 * (`\r\n`, lone `\r`) a line feed.
 */
export function normaliseText(text: string): string {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  return body.includes('\r') ? body.replace(/\r\n?/g, '\n') : body
}

/**
 * Orders strings by Unicode code points, as byte order of their UTF-8 does; negative if `a` comes first.
 * JavaScript's own `<` compares UTF-16 units and puts U+1F600 before U+FF5E.
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rankUnit(x) - rankUnit(y)
  }
  return a.length - b.length
}

/** Moves surrogates above the rest of the BMP, which is where the code points that they spell belong. */
function rankUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/**
 * `path` on one line: control characters, line separators and characters that reorder text are written as
 * `\n`, `\t`, `\r` or `\u{hex}`, lone surrogates too. Everything else is unchanged, so it is for people, not for parsing.
 */
export function displayPath(path: string): string {
  return path.replace(UNPRINTABLE, (char) => {
    const short = SHORT_ESCAPES[char]
    return short ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
  })
}

const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }
