import { isTypedPlain } from './plain-scalar.js'

// Plain-safe in block and in flow context (YAML 1.2, ns-plain): narrower than either, so that one answer serves both.
const PLAIN_FIRST = /^[^\s\-?:,[\]{}#&*!|>'"%@`\ufeff]/
const UNSAFE_INSIDE = /[,[\]{}]|:(?:\s|$)|\s#|\s$|^\.\.\./
const NEEDS_ESCAPES = /[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * `text` as a scalar that every YAML 1.1 and 1.2 reader takes for exactly that text, in block and in flow context:
 * plain where that is safe, else single-quoted, else (control characters, line separators, a byte order mark)
 * double-quoted with escapes. One line, never folded; ASCII space is the only white space left bare.
 */
export function authoredScalar(text: string): string {
  if (NEEDS_ESCAPES.test(text)) return doubleQuoted(text)
  const plain = PLAIN_FIRST.test(text) && !UNSAFE_INSIDE.test(text) && !isTypedPlain(text)
  return plain ? text : `'${text.replaceAll("'", "''")}'`
}

function doubleQuoted(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(new RegExp(NEEDS_ESCAPES, 'gu'), escapeCharacter)
  return `"${escaped}"`
}

const SHORT: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '\x85': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
}

function escapeCharacter(char: string): string {
  const short = SHORT[char]
  if (short) return short
  const code = char.codePointAt(0) ?? 0
  return code <= 0xff ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
}

function hex(code: number, width: number): string {
  return code.toString(16).toUpperCase().padStart(width, '0')
}
