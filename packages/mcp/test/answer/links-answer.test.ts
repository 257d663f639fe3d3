import type { LinksResult } from '@pinakes/retrieve'
import { describe, expect, it } from 'vitest'
import { MAX_ANSWER_TOKENS } from '../../src/answer/answer-budget.js'
import { estimateTokens } from '../../src/answer/estimate-tokens.js'
import { linksAnswer } from '../../src/answer/links-answer.js'

const HERE = '01JV3MA0N4R8V2Y6C1E5H9K3P7'

/** Rows that are dearer than their tokens in the walk say: each character of the title is a token. */
function resultOf(rows: number): LinksResult {
  const neighbours = Array.from({ length: rows }, (_, i) => ({
    kbId: HERE,
    docId: `01JV3MA0N4R8V2Y6C1E5H9${String(i).padStart(4, '0')}`,
    title: '潮'.repeat(400),
    rel: 'cites',
    direction: 'out' as const,
    distance: 1,
    score: 2,
    scoredByQuery: false,
    terminal: false,
  }))
  const nothing = { frontier: [], unresolved: [], truncated: [], empty: null, degraded: null }
  return { kbId: HERE, document: HERE, path: 'docs/a.md', title: null, neighbours, ...nothing }
}

const answerOf = (rows: number) => linksAnswer('notes', resultOf(rows), () => true)

describe('the answer of a walk over links', () => {
  it('is whole where it fits', () => {
    expect(answerOf(3)).toMatchObject({ neighbours: { length: 3 }, truncated: [], notices: [] })
  })

  it('is cut to the first rows that fit, and says so as truncation by tokens and as a notice', () => {
    const answer = answerOf(200)
    const kept = (answer.neighbours as unknown[]).length
    expect(kept).toBeGreaterThan(10)
    expect(answer.neighbours).toMatchObject(resultOf(kept).neighbours.map(({ docId }) => ({ doc_id: docId })))
    expect(answer.truncated).toEqual(['tokens'])
    expect(answer.notices).toEqual([expect.stringContaining(`${200 - kept} of neighbours did not fit`)])
    expect(answer.suggested_next).toBe('Cut to what fits one answer: narrow with rel or direction.')
    expect(estimateTokens(JSON.stringify(answer))).toBeLessThan(MAX_ANSWER_TOKENS)
  })
})
