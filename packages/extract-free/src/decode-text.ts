import { decodeUtf8, displayPath, normaliseText } from '@pinakes/manifest'
import { ExtractError } from './errors.js'

/** The largest text file that is indexed, in bytes (256 MiB). Check a file's size before reading it. */
export const MAX_TEXT_BYTES = 256 * 1024 * 1024

/**
 * The longest line that is indexed, in bytes (4 MiB, about a second of work). A longer one is data in a text file's
 * clothes, and nobody could be pointed to a place in it.
 */
export const MAX_LINE_BYTES = 4 * 1024 * 1024

/** UTF-32 first: its little-endian mark begins with UTF-16's. */
const FOREIGN_MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-16', [0xff, 0xfe]],
  ['UTF-16', [0xfe, 0xff]],
]

/**
 * The indexed text of a text file: strict UTF-8, a leading byte order mark dropped, `\r\n` and lone `\r` turned into
 * `\n`. Nothing is replaced or guessed. Empty bytes give the empty string. `path` only appears in messages.
 * @throws ExtractError `TEXT_TOO_LARGE`, `TEXT_WRONG_ENCODING`, `TEXT_HAS_NUL`, `TEXT_LINE_TOO_LONG`, `TEXT_NOT_UTF8`
 * (checked in this order)
 */
export function decodeText(bytes: Uint8Array, path = 'the text'): string {
  if (bytes.length > MAX_TEXT_BYTES) throw textTooLarge(path, bytes.length)
  const encoding = FOREIGN_MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0]
  if (encoding !== undefined) throw wrongEncoding(path, encoding)
  const nul = bytes.indexOf(0)
  if (nul >= 0) throw hasNul(path, nul)
  const overlong = overlongLine(bytes)
  if (overlong !== null) throw lineTooLong(path, overlong)
  const text = decodeUtf8(bytes)
  if (text === null) throw notUtf8(path, bytes)
  return normaliseText(text)
}

/** The refusal of a text file of `bytes` bytes. */
export function textTooLarge(path: string, bytes: number): ExtractError {
  return new ExtractError({
    code: 'TEXT_TOO_LARGE',
    message: `${displayPath(path)} is too large: ${Math.ceil(bytes / 1048576)} MiB, the limit for text is 256 MiB`,
    remedy: 'Split the file, or add a pattern for it to `exclude` in [sources].',
    details: { bytes, limit: MAX_TEXT_BYTES },
  })
}

interface Line {
  /** One-based. */
  readonly line: number
  readonly bytes: number
}

/** The first line longer than {@link MAX_LINE_BYTES}; null if there is none. Lines end at LF, CRLF or CR. */
function overlongLine(bytes: Uint8Array): Line | null {
  for (let start = 0, end = 0; bytes.length - start > MAX_LINE_BYTES; start = end + 1) {
    end = endOfLine(bytes, start, 0x0a)
    if (end - start <= MAX_LINE_BYTES) continue
    end = endOfLine(bytes.subarray(0, end), start, 0x0d)
    if (end - start > MAX_LINE_BYTES) return { line: lineAt(bytes, start), bytes: end - start }
  }
  return null
}

function endOfLine(bytes: Uint8Array, start: number, mark: number): number {
  const found = bytes.indexOf(mark, start)
  return found < 0 ? bytes.length : found
}

function lineTooLong(path: string, { line, bytes }: Line): ExtractError {
  return new ExtractError({
    code: 'TEXT_LINE_TOO_LONG',
    message: `${displayPath(path)}: line ${line} is too long: ${Math.ceil(bytes / 1048576)} MiB, the limit for a line is 4 MiB`,
    remedy: 'Break the line, or add a pattern for the file to `exclude` in [sources].',
    details: { line, bytes, limit: MAX_LINE_BYTES },
  })
}

function wrongEncoding(path: string, encoding: string): ExtractError {
  return new ExtractError({
    code: 'TEXT_WRONG_ENCODING',
    message: `${displayPath(path)} is ${encoding} by its byte order mark; text has to be UTF-8`,
    remedy: `Convert it: iconv -f ${encoding} -t UTF-8 FILE > NEW`,
    details: { encoding },
  })
}

function hasNul(path: string, byteOffset: number): ExtractError {
  return new ExtractError({
    code: 'TEXT_HAS_NUL',
    message: `${displayPath(path)} holds a NUL byte at offset ${byteOffset}, so it is not a text file`,
    remedy: 'Remove the byte, convert the file to UTF-8, or add a pattern for it to `exclude` in [sources].',
    details: { byteOffset },
  })
}

function notUtf8(path: string, bytes: Uint8Array): ExtractError {
  const byteOffset = firstInvalidByte(bytes)
  const line = lineAt(bytes, byteOffset)
  const value = (bytes[byteOffset] ?? 0).toString(16).padStart(2, '0')
  return new ExtractError({
    code: 'TEXT_NOT_UTF8',
    message: `${displayPath(path)} is not valid UTF-8: byte 0x${value} at offset ${byteOffset}, line ${line}`,
    remedy: 'Convert it from its real encoding, for example: iconv -f LATIN1 -t UTF-8 FILE > NEW',
    details: { byteOffset, line },
  })
}

/**
 * The offset of the first byte that no valid UTF-8 text could have there. A lossy decode shows the first
 * replacement character that the bytes themselves do not spell (EF BF BD).
 */
function firstInvalidByte(bytes: Uint8Array): number {
  const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  let offset = 0
  let from = 0
  for (let at = lossy.indexOf('\ufffd'); at >= 0; at = lossy.indexOf('\ufffd', from)) {
    offset += Buffer.byteLength(lossy.slice(from, at))
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset
    offset += 3
    from = at + 1
  }
  return bytes.length
}

function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1
  for (let i = 0; i < offset; i++) {
    if (bytes[i] === 0x0a || (bytes[i] === 0x0d && bytes[i + 1] !== 0x0a)) line++
  }
  return line
}
