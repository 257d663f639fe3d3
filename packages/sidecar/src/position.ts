import { codePointLength } from '@pinakes/manifest'
import { lineStart } from './lines.js'

/** A place in a text, one-based; columns count code points, a byte order mark being none. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The line and column of a UTF-16 offset. `\n`, `\r\n` and a lone `\r` end a line. */
export function positionAt(text: string, offset: number): Position {
  const at = Math.min(Math.max(offset, 0), text.length)
  const start = lineStart(text, at)
  const line = (text.slice(0, start).match(/\r\n|\r|\n/g)?.length ?? 0) + 1
  return { line, column: codePointLength(text.slice(start, at)) + 1 }
}
