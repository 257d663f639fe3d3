/** U+FEFF at the start of a text: no part of its first line. */
export const BOM = '\ufeff'

/** The offset at which the line holding `offset` begins, after the byte order mark on the first. */
export function lineStart(text: string, offset: number): number {
  let at = offset
  while (at > 0 && !isBreak(text[at - 1])) at--
  return at === 0 && text.startsWith(BOM) ? 1 : at
}

/** The offset at which the line holding `offset` ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  let at = offset
  while (at < text.length && !isBreak(text[at])) at++
  return at
}

/** The offset after the line break that ends the line holding `offset`; the text's length on the last line. */
export function nextLine(text: string, offset: number): number {
  const end = lineEnd(text, offset)
  return end + breakLength(text, end)
}

/** `offset` if a line begins there, else the next line's beginning. */
export function lineAfter(text: string, offset: number): number {
  return offset > 0 && isBreak(text[offset - 1]) ? offset : nextLine(text, offset)
}

/** The length of the line break at `offset`: 2 for `\r\n`, 1 for `\n` or a lone `\r`, 0 for anything else. */
export function breakLength(text: string, offset: number): number {
  if (text[offset] === '\r') return text[offset + 1] === '\n' ? 2 : 1
  return text[offset] === '\n' ? 1 : 0
}

/** The length of the line break that ends right before `offset`, or 0. */
export function breakLengthBefore(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return text[offset - 2] === '\r' ? 2 : 1
  return text[offset - 1] === '\r' ? 1 : 0
}

/** True if the text's last line has no line break (the empty text has no line and gives false). */
export function lacksFinalBreak(text: string): boolean {
  return text.length > 0 && !isBreak(text[text.length - 1])
}

/** The line break that most lines of `text` end with, the earlier on a tie; `\n` for a text of one line. */
export function dominantBreak(text: string): string {
  const counts = new Map<string, number>()
  for (const found of text.match(/\r\n|\r|\n/g) ?? []) counts.set(found, (counts.get(found) ?? 0) + 1)
  let best = '\n'
  let most = 0
  for (const [candidate, count] of counts) {
    if (count > most) {
      best = candidate
      most = count
    }
  }
  return best
}

/** Zero-based column of `offset` in its line, in UTF-16 units. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset)
}

function isBreak(char: string | undefined): boolean {
  return char === '\n' || char === '\r'
}
