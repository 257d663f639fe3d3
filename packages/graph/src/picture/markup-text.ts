/** What XML 1.0 cannot hold, escaped or not: control characters, halves of surrogate pairs, two non-characters. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** What markup would take for itself, and what a reader of it would lose or see elsewhere. */
const SPECIAL = /[&<>"'\t\n\r\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * `text` as it may stand in an XML element or attribute, read back as it was; what XML 1.0 cannot hold becomes U+FFFD.
 * Line ends and tabs are references, since attributes would turn them into spaces.
 */
export function markupText(text: string): string {
  return text.replace(NOT_XML, '\u{FFFD}').replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`)
}
