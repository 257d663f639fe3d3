/** Control characters but newline and tab, line separators, and the marks that reorder what a reader sees. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * A document's text for a reader's eyes: newlines and tabs stay, other control characters become `\r` or `\u{1b}`,
 * so that a text cannot drive a terminal. Names are stricter: see `displayPath` of `@pinakes/manifest`.
 */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, (character) =>
    character === '\r' ? '\\r' : `\\u{${character.charCodeAt(0).toString(16)}}`,
  )
}
