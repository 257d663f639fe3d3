import { decodeUtf8, displayPath } from '@pinakes/manifest'
import { SidecarError } from './errors.js'
import { BOM } from './lines.js'
import { type Problem, problemError } from './problem.js'

/**
 * Room for 25,000 links. A file of nothing but brackets takes 500 times its size in memory to parse (measured: 1 GB for
 * 2 MiB), and one such file must not end a sync.
 */
export const MAX_SIDECAR_BYTES = 2 * 1024 * 1024

// What YAML 1.2 calls printable (c-printable), negated. With the `u` flag a lone surrogate matches as well.
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * The text of a sidecar's bytes, byte order mark included, so that offsets into it map back to bytes.
 * @throws SidecarError `SIDECAR_TOO_LARGE`, `SIDECAR_NOT_UTF8`, `SIDECAR_SYNTAX` for a forbidden character.
 */
export function decodeSidecar(bytes: Uint8Array, path: string): string {
  if (bytes.byteLength > MAX_SIDECAR_BYTES) throw tooLarge(path, bytes.byteLength)
  const text = decodeUtf8(bytes)
  if (text === null) throw notUtf8(path)
  const forbidden = FORBIDDEN.exec(text)
  if (forbidden) throw forbiddenCharacter(path, text, forbidden)
  return text
}

/**
 * The text as the YAML library has to see it, of the same length, so that offsets hold in both. A lone `\r` ends a line
 * in YAML but not in the library, so it becomes `\n`; so does a byte order mark, behind which the library does not see
 * the first line's indentation.
 */
export function parserText(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text
  return lines.startsWith(BOM) ? `\n${lines.slice(1)}` : lines
}

/** The refusal of a sidecar of `size` bytes. */
export function tooLarge(path: string, size: number): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_TOO_LARGE',
    message: `${displayPath(path)}: ${size} bytes, and a sidecar holds at most ${MAX_SIDECAR_BYTES}`,
    remedy: 'Move the bulk of it into a document of its own, and keep the id, title, tags and links here.',
    details: { path, size, max: MAX_SIDECAR_BYTES },
  })
}

function notUtf8(path: string): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_NOT_UTF8',
    message: `${displayPath(path)}: not UTF-8`,
    remedy: 'Save the file as UTF-8.',
    details: { path },
  })
}

function forbiddenCharacter(path: string, text: string, found: RegExpExecArray): SidecarError {
  const [char] = found
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const problem: Problem = {
    code: 'SIDECAR_SYNTAX',
    message: `not valid YAML: the character U+${hex} is not allowed`,
    remedy: `Delete the character, or write it as an escape in a double-quoted value.`,
    offset: found.index,
  }
  return problemError(path, text, [problem])
}
