import type { DocumentView } from '@pinakes/retrieve'
import { describe, expect, it } from 'vitest'
import { failureLines } from '../../src/output/failure-lines.js'
import { documentLines } from '../../src/output/list-lines.js'
import { style } from '../../src/output/style.js'

const PLAIN = style(false)

function view(changes: Partial<DocumentView>): DocumentView {
  return {
    docId: '01JV3M8Q6ZT4XN0R5K7WBYC2DE',
    path: 'docs/a.md',
    title: 'A',
    sourceType: 'markdown',
    tags: [],
    mtime: 0,
    chunks: 1,
    changedSinceIndex: false,
    ...changes,
  }
}

describe('documentLines', () => {
  it('separates the fields by tabs when piped, so that cut gives exact paths', () => {
    const views = [view({ tags: ['x', 'y'] }), view({ path: 'docs/b c.md', title: null, chunks: 2 })]
    expect(documentLines(views, PLAIN, false)).toEqual([
      'docs/a.md\t1 chunk\tx,y\tA',
      'docs/b c.md\t2 chunks\t\t',
    ])
  })

  it('lines the columns up on a terminal', () => {
    const views = [view({}), view({ path: 'docs/longer.md', chunks: 12, tags: ['water'] })]
    expect(documentLines(views, PLAIN, true)).toEqual([
      'docs/a.md         1 chunk         A',
      'docs/longer.md  12 chunks  water  A',
    ])
  })

  it('marks a document whose file changed', () => {
    expect(documentLines([view({ changedSinceIndex: true })], PLAIN, false)[0]).toContain(
      'A (changed since it was indexed)',
    )
  })

  it('keeps one line and its fields whatever a document is called', () => {
    const [line = ''] = documentLines([view({ path: 'a\n\tb.md', title: 'x\ty' })], PLAIN, false)
    expect(line.split('\t')).toHaveLength(4)
    expect(line).toMatch(/^a\\n\\tb\.md\t/)
  })
})

describe('failureLines', () => {
  it('gives path, stage, time and reason', () => {
    const row = {
      path: 'docs/x.md',
      stage: 'index',
      error: 'ExtractError: not UTF-8',
      happened: '20260725 09:14',
    } as const
    expect(failureLines([row])).toEqual(['docs/x.md\tindex\t20260725 09:14\tExtractError: not UTF-8'])
  })
})
