import type { CST } from 'yaml'

/** The UTF-16 offset at which the text below a block scalar's header begins. */
export function blockBodyStart(token: CST.BlockScalar): number {
  const last = token.props.at(-1)
  return last && 'source' in last ? last.offset + last.source.length : token.offset
}

/** The offset after the last line of a block scalar that is not blank, before its line break; of its header if all are. */
export function lastTextEnd(token: CST.BlockScalar): number {
  let length = token.source.length
  while (length > 0 && BLANK.has(token.source[length - 1] ?? '')) length--
  return length === 0 ? headerEnd(token) : blockBodyStart(token) + length
}

const BLANK = new Set([' ', '\t', '\r', '\n'])

/** The offset after all of a block scalar, blank lines that it keeps included. */
export function blockEnd(token: CST.BlockScalar): number {
  return blockBodyStart(token) + token.source.length
}

/** True if the file ends inside of the scalar's last line of content, without a line break. */
export function lastLineIsContent(token: CST.BlockScalar): boolean {
  const lastLine = token.source.slice(token.source.lastIndexOf('\n') + 1)
  return /[^ \r]/.test(lastLine)
}

function headerEnd(token: CST.BlockScalar): number {
  const [header] = token.props
  return header && 'source' in header ? header.offset + header.source.length : token.offset
}
