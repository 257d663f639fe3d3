/** Whitespace as the format means it: Unicode White_Space and the separators U+001C to U+001F; not U+FEFF. */
const SPACE = '\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

/** A source fragment: one whitespace character, for a regular expression. */
export const SPACE_CLASS = `[${SPACE}]`
/** A source fragment: one character that is not whitespace. */
export const INK_CLASS = `[^${SPACE}]`

/** True if the UTF-16 unit is whitespace. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return (unit >= 0x09 && unit <= 0x0d) || unit >= 0x1c
  if (unit < 0x85) return false
  return unit === 0x85 || unit === 0xa0 || (unit >= 0x1680 && isWideSpace(unit))
}

function isWideSpace(unit: number): boolean {
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  )
}

/** True if `text[start..end)` holds nothing but whitespace; true for an empty range. */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isSpace(text.charCodeAt(i))) return false
  return true
}

/** `text` without whitespace at either end. */
export function trimSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}
