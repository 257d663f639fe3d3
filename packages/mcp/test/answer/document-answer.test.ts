import type { DocumentText } from '@pinakes/retrieve'
import { describe, expect, it } from 'vitest'
import { documentAnswer } from '../../src/answer/document-answer.js'

const ALL = { pageStart: undefined, pageEnd: undefined, maxTokens: undefined }

function answerOf(labels: Pick<DocumentText, 'title' | 'tags'>) {
  return documentAnswer('notes', { ...DOCUMENT, ...labels }, ALL)
}

const DOCUMENT: DocumentText = {
  kbId: '01JV3MA0N4R8V2Y6C1E5H9K3P7',
  docId: '01JV3MA0N4R8V2Y6C1E5H9K3P8',
  path: 'docs/a.md',
  title: null,
  sourceType: 'markdown',
  tags: [],
  mtime: 0,
  chunks: 1,
  changedSinceIndex: false,
  staleExtraction: null,
  text: 'text\n',
  origin: 'file',
  charStart: 0,
  charEnd: 5,
  citation: 'docs/a.md',
  pageStart: null,
  pageEnd: null,
  pageCount: null,
  pages: null,
  passages: [],
  notices: [],
}

describe('the title and tags of a document in an answer', () => {
  it('are whole up to 400 characters, however many units those take', () => {
    const title = '𝄞'.repeat(400)
    expect(answerOf({ title, tags: [title] })).toMatchObject({ title, tags: [title], notices: [] })
  })

  it('are shortened beyond, and the answer says so', () => {
    const { title, notices } = answerOf({ title: 'x'.repeat(401), tags: [] })
    expect(title).toHaveLength(400)
    expect(notices).toEqual(['cut: a title or tag is shortened'])
  })

  it('are 64 tags at most, and the answer says so', () => {
    const { tags, notices } = answerOf({ title: null, tags: Array.from({ length: 65 }, (_, i) => `t${i}`) })
    expect(tags).toHaveLength(64)
    expect(notices).toEqual(['cut: the first 64 of 65 tags are given'])
  })
})
