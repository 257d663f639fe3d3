/** Longest line that is read, in bytes. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024

const LINE_FEED = 10

export interface LineHandlers {
  readonly onLine: (line: string) => void
  /** A line was longer than {@link MAX_LINE_BYTES}; none of it is kept. */
  readonly onTooLong: () => void
}

/** Takes bytes as they come and gives whole lines, without their ends. */
export function lineReader({ onLine, onTooLong }: LineHandlers, most = MAX_LINE_BYTES) {
  let pieces: Buffer[] = []
  let length = 0
  let isSkipping = false

  const keep = (piece: Buffer) => {
    length += piece.length
    if (length > most) {
      isSkipping = true
      pieces = []
    } else pieces.push(piece)
  }
  const finish = () => {
    const line = pieces
    const wasSkipped = isSkipping
    pieces = []
    length = 0
    isSkipping = false
    if (wasSkipped) onTooLong()
    else onLine(Buffer.concat(line).toString('utf8'))
  }
  return (chunk: Buffer): void => {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      keep(chunk.subarray(from, end))
      finish()
      from = end + 1
    }
    if (from < chunk.length) keep(chunk.subarray(from))
  }
}
