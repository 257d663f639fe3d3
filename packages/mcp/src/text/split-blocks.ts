/** Opens or closes a fenced code block. */
const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * `text` in blocks: what blank lines part, a fenced code block in one piece. Blank lines belong to the block before
 * them, so the blocks joined are the text.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let block = ''
  let isBlankBefore = false
  let fence: string | null = null
  for (const line of text.split(/(?<=\n)/)) {
    const isBlank = line.trim() === ''
    if (fence === null && !isBlank && isBlankBefore) {
      blocks.push(block)
      block = ''
    }
    fence = fenceAfter(fence, line)
    block += line
    isBlankBefore = isBlank
  }
  return block === '' ? blocks : [...blocks, block]
}

/** The fence that is open after `line`: the same character closes it, at least as often. */
function fenceAfter(open: string | null, line: string): string | null {
  const mark = CODE_FENCE.exec(line)?.[1]
  if (mark === undefined) return open
  if (open === null) return mark
  return mark.startsWith(open) && line.trim() === mark ? null : open
}
