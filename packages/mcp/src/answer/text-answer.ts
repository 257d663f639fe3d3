import { codePointLength, codePointOffsets } from '@pinakes/manifest'
import { citationOf, type DocumentText } from '@pinakes/retrieve'
import { splitBlocks } from '../text/split-blocks.js'
import type { AnswerBody, Room } from './document-answer.js'
import { estimateTokens } from './estimate-tokens.js'

/**
 * The text of a document without pages as far as it fits. A whole document comes in blocks. What is read from a passage
 * on comes in passages, which are small, so that a block that fits no answer can be read in several.
 */
export function textAnswer(document: DocumentText, room: Room): AnswerBody {
  const isWhole = document.citation === document.path
  const pieces = isWhole ? splitBlocks(document.text) : passageTexts(document)
  const { shown, why } = fitPieces(pieces, room)
  const text = shown.join('')
  const end = document.charStart + codePointLength(text)
  const given = {
    ...(isWhole ? {} : { citation: spanCitation(document, end) }),
    text: room.fence.wrap(text),
  }
  if (why === null) return { fields: given, notices: [] }
  const isStuck = !isWhole && shown.length === 0 && why === MAX_TOKENS
  const next = isStuck ? null : nextPassage(document, end, isWhole)
  const what = `the first ${shown.length} of ${pieces.length} ${isWhole ? 'blocks' : 'passages'}`
  const first = next === null ? (isStuck ? 'raise it, or ' : '') : 'go on with read_on_with, or '
  const rest = `${first}find the rest by passages: pinakes_search with path_prefix ${JSON.stringify(document.path)}`
  return {
    fields: next === null ? given : { ...given, read_on_with: { doc_id: next, kb: document.kbId } },
    notices: [`cut: ${what} fit ${why}; ${rest}`],
  }
}

const MAX_TOKENS = 'max_tokens'

/** The first pieces that fit, and what the others do not fit; null where there are none. */
function fitPieces(pieces: readonly string[], { budget, maxTokens }: Room) {
  let left = maxTokens
  const until = pieces.findIndex((piece) => {
    left -= estimateTokens(piece)
    return left < 0 || !budget.take(piece)
  })
  if (until < 0) return { shown: pieces, why: null }
  return { shown: pieces.slice(0, until), why: left < 0 ? MAX_TOKENS : 'an answer of under 20,000 tokens' }
}

/** The text in pieces that begin where passages do; joined they are the text. */
function passageTexts({ text, charStart, charEnd, passages }: DocumentText): string[] {
  const offsets = codePointOffsets(text)
  const inside = passages.map((passage) => passage.charStart).filter((at) => at > charStart && at < charEnd)
  const starts = [charStart, ...inside]
  return starts.map((at, i) => offsets.slice(at - charStart, (starts[i + 1] ?? charEnd) - charStart))
}

/**
 * The id of the passage to read on from when everything before `end` was given: the last that begins there or before, so
 * that nothing is left out. It lies beyond where the text began, so whoever reads on gets to the end. Null where places
 * of passages mean nothing, in a file that is no longer as it was indexed.
 */
function nextPassage(document: DocumentText, end: number, isWhole: boolean): string | null {
  if (document.origin === 'file' && document.changedSinceIndex) return null
  const ahead = document.passages.filter(({ charStart }) => isWhole || charStart > document.charStart)
  const next = ahead.findLast(({ charStart }) => charStart <= end) ?? ahead[0]
  return next?.chunkId ?? null
}

/** Of a part without pages. */
function spanCitation({ path, charStart }: DocumentText, charEnd: number): string {
  return citationOf({ path, charStart, charEnd, pageStart: null, pageEnd: null, headingPath: null })
}
