import { describe, expect, it } from 'vitest'
import { docId, write } from './documents.js'
import { found, newIndex, reader, writer } from './fixture.js'
import { textVector } from './text-vector.js'

describe('a transaction', () => {
  it('gives back what its body returns, and shows nothing to readers before it ends', () => {
    const index = newIndex()
    const index2 = reader(index.path)
    const result = index.inTransaction(() => {
      index.putDocument(write(1, ['alpha']))
      expect(index2.counts().documents).toBe(0)
      expect(index.documents()).toHaveLength(1)
      return 42
    })
    expect(result).toBe(42)
    expect(index2.counts().documents).toBe(1)
  })

  it('that throws leaves no trace and passes the error on as it is', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    const error = new RangeError('mine')
    expect(() =>
      index.inTransaction(() => {
        index.putDocument(write(1, ['beta']))
        index.setMeta({ build_id: 'x' })
        throw error
      }),
    ).toThrow(error)
    const index2 = reader(index.path)
    expect(found(index2, index2.lexicalSearch('alpha beta', {}, 9))).toEqual(['docs/1.md#0'])
    expect(index2.meta().has('build_id')).toBe(false)
    // The next transaction begins with nothing of this one queued.
    index.putDocument(write(2, ['gamma']))
    expect(found(index2, index2.lexicalSearch('beta', {}, 9))).toEqual([])
  })

  it('inside another undoes its own part alone', () => {
    const index = newIndex()
    index.inTransaction(() => {
      index.inTransaction(() => index.putDocument(write(1, ['alpha'])))
      expect(() =>
        index.inTransaction(() => {
          index.putDocument(write(1, ['beta']))
          index.putDocument(write(2, ['beta']))
          throw new Error('this document only')
        }),
      ).toThrow('this document only')
      index.inTransaction(() => index.putDocument(write(3, ['alpha'])))
    })
    const index2 = reader(index.path)
    expect(found(index2, index2.lexicalSearch('alpha beta', {}, 9))).toEqual(['docs/1.md#0', 'docs/3.md#0'])
    expect(index2.counts()).toEqual({ documents: 2, deleted: 0, chunks: 2, failures: 0 })
  })

  it('nests more than twice', () => {
    const index = newIndex()
    index.inTransaction(() => {
      index.inTransaction(() => {
        index.putDocument(write(1, ['alpha']))
        expect(() =>
          index.inTransaction(() =>
            index.inTransaction(() => {
              index.softDelete([docId(1)])
              throw new Error('inner')
            }),
          ),
        ).toThrow('inner')
      })
    })
    expect(reader(index.path).lexicalSearch('alpha', {}, 9)).toHaveLength(1)
  })

  it('writes and removes one document several times over', () => {
    const index = newIndex()
    index.inTransaction(() => {
      for (const text of ['one', 'two', 'three']) index.putDocument(write(1, [text, 'shared']))
      index.softDelete([docId(1)])
      index.putDocument(write(1, ['four', 'shared']))
    })
    const index2 = reader(index.path)
    expect(found(index2, index2.lexicalSearch('one two three four', {}, 9))).toEqual(['docs/1.md#0'])
    expect(index2.lexicalSearch('shared', {}, 9)).toHaveLength(1)
    expect(index2.vectorSearch(Float32Array.from(textVector('four')), {}, 1)[0]?.cosine).toBeCloseTo(1, 6)
  })

  it('indexes in full text what it inserted and nothing of what it undid, in the next one too', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha one']))
    index.inTransaction(() => {
      index.inTransaction(() => index.putDocument(write(2, ['alpha two'])))
      expect(() =>
        index.inTransaction(() => {
          index.putDocument(write(1, ['alpha undone']))
          index.putDocument(write(3, ['alpha undone']))
          throw new Error('undo')
        }),
      ).toThrow('undo')
      index.inTransaction(() => index.putDocument(write(2, ['alpha three'])))
    })
    index.putDocument(write(1, ['alpha four']))
    const index2 = reader(index.path)
    expect(found(index2, index2.lexicalSearch('alpha', {}, 9))).toEqual(['docs/1.md#0', 'docs/2.md#0'])
    expect(index2.lexicalSearch('undone one two', {}, 9)).toEqual([])
  })

  it('waits for no second writer for ever: it says that the index is busy', () => {
    const index = newIndex()
    const other = writer(index.path)
    index.inTransaction(() => {
      index.putDocument(write(1, ['alpha']))
      expect(() => other.setMeta({ build_id: 'x' })).toThrow(
        expect.objectContaining({ code: 'INDEX_BUSY', message: expect.stringContaining(index.path) }),
      )
    })
    other.setMeta({ build_id: 'x' })
    expect(index.meta().get('build_id')).toBe('x')
  })
})

it('an index used after it was closed says so', () => {
  const index = newIndex()
  const index2 = reader(index.path)
  index.close()
  index2.close()
  const code = { code: 'INDEX_CLOSED' }
  expect(() => index.putDocument(write(1, ['a']))).toThrow(expect.objectContaining(code))
  expect(() => index.meta()).toThrow(expect.objectContaining(code))
  expect(() => index2.counts()).toThrow(expect.objectContaining(code))
  expect(() => index2.lexicalSearch('a', {}, 1)).toThrow(expect.objectContaining(code))
})
