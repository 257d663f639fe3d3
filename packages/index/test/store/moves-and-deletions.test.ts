import { describe, expect, it } from 'vitest'
import { docId, row, write } from './documents.js'
import { found, newIndex, reader } from './fixture.js'

const paths = (index: ReturnType<typeof newIndex>) =>
  Object.fromEntries(index.documents().map(({ id, path, state }) => [id, `${path} ${state}`]))

it('a document is there, active or deleted, by its id', () => {
  const index = newIndex()
  for (const n of [1, 2]) index.putDocument(write(n, ['text'], { path: `${n}.md` }))
  index.softDelete([docId(2)])
  expect([1, 2, 3].map((n) => index.hasDocument(docId(n)))).toEqual([true, true, false])
})

describe('moves', () => {
  it('apply swaps, chains and cycles at once', () => {
    const index = newIndex()
    for (const n of [1, 2, 3, 4, 5]) index.putDocument(write(n, [`text ${n}`], { path: `${n}.md` }))
    index.moveDocuments([
      { id: docId(1), path: '2.md' },
      { id: docId(2), path: '3.md' },
      { id: docId(3), path: '1.md' },
      { id: docId(4), path: '5.md' },
      { id: docId(5), path: '6.md' },
    ])
    expect(paths(index)).toEqual({
      [docId(1)]: '2.md active',
      [docId(2)]: '3.md active',
      [docId(3)]: '1.md active',
      [docId(4)]: '5.md active',
      [docId(5)]: '6.md active',
    })
    const index2 = reader(index.path)
    expect(found(index2, index2.lexicalSearch('text', {}, 9))).toEqual([
      '1.md#0',
      '2.md#0',
      '3.md#0',
      '5.md#0',
      '6.md#0',
    ])
  })

  it('onto an active document are refused whole', () => {
    const index = newIndex()
    for (const n of [1, 2, 3]) index.putDocument(write(n, [], { path: `${n}.md` }))
    expect(() =>
      index.moveDocuments([
        { id: docId(1), path: 'new.md' },
        { id: docId(2), path: '3.md' },
      ]),
    ).toThrow(expect.objectContaining({ code: 'INDEX_PATH_TAKEN' }))
    expect(Object.values(paths(index))).toEqual(['1.md active', '2.md active', '3.md active'])
  })

  it('of an unknown document are refused whole', () => {
    const index = newIndex()
    index.putDocument(write(1, [], { path: '1.md' }))
    const moves = [
      { id: docId(1), path: '2.md' },
      { id: docId(9), path: '3.md' },
    ]
    expect(() => index.moveDocuments(moves)).toThrow(
      expect.objectContaining({ code: 'INDEX_UNKNOWN_DOCUMENT' }),
    )
    expect(Object.values(paths(index))).toEqual(['1.md active'])
  })
})

describe('a soft deletion', () => {
  it('keeps the row, which is the identity, and drops everything that can be found', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha', 'beta']))
    index.putDocument(write(2, ['alpha']))
    index.softDelete([docId(1)])
    const index2 = reader(index.path)
    expect(index2.documentById(docId(1))).toEqual(row(1, { state: 'deleted' }))
    expect(index2.documentByPath('docs/1.md')).toBeNull()
    expect(index2.documents().map(({ id }) => id)).toEqual([docId(2)])
    expect(index2.documents({ state: 'deleted' }).map(({ id }) => id)).toEqual([docId(1)])
    expect(found(index2, index2.lexicalSearch('alpha beta', {}, 9))).toEqual(['docs/2.md#0'])
    expect(index2.chunksOfDocument(docId(1))).toEqual([])
    expect(index2.counts()).toEqual({ documents: 1, deleted: 1, chunks: 1, failures: 0 })
  })

  it('frees its path for another document', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha'], { path: 'a.md' }))
    index.softDelete([docId(1)])
    index.putDocument(write(2, ['beta'], { path: 'a.md' }))
    index.softDelete([docId(2)])
    index.putDocument(write(3, ['gamma'], { path: 'a.md' }))
    expect(reader(index.path).documentByPath('a.md')?.id).toBe(docId(3))
    expect(() => index.putDocument(write(1, ['alpha'], { path: 'a.md' }))).toThrow(
      expect.objectContaining({ code: 'INDEX_PATH_TAKEN' }),
    )
  })

  it('is undone by writing the document again', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    index.softDelete([docId(1)])
    index.putDocument(write(1, ['alpha']))
    expect(reader(index.path).lexicalSearch('alpha', {}, 9)).toHaveLength(1)
  })

  it('of the last document leaves an index that answers with nothing', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    index.softDelete([docId(1)])
    const index2 = reader(index.path)
    expect(index2.lexicalSearch('alpha', {}, 9)).toEqual([])
    expect(index2.vectorSearch(Float32Array.of(1, 0, 0, 0), {}, 9)).toEqual([])
    expect(index2.counts()).toEqual({ documents: 0, deleted: 1, chunks: 0, failures: 0 })
  })
})
