import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createIndex, removeIndex, swapIndex } from '../../src/index.js'
import { write } from './documents.js'
import { closeLater, found, newIndex, reader, temporaryFolder } from './fixture.js'
import { IDENTITY } from './identity.js'
import { textVector } from './text-vector.js'

/** A closed index beside `current`, ready to be swapped in. */
function freshIndex(current: string, texts: readonly string[]): string {
  const path = `${current}.new`
  removeIndex(path)
  const index = createIndex(path, { identity: IDENTITY })
  index.putDocument(write(1, texts))
  index.close()
  return path
}

describe('refresh', () => {
  it('tells once of each commit, and answers follow it', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    const index2 = reader(index.path)
    const query = Float32Array.from(textVector('alpha'))
    expect(index2.refresh()).toBe(false)
    expect(index2.vectorSearch(query, {}, 9)).toHaveLength(1)
    index.putDocument(write(2, ['alpha']))
    // A search in between sees the commit and does not keep `refresh` from telling of it.
    expect(index2.vectorSearch(query, {}, 9)).toHaveLength(2)
    expect(index2.refresh()).toBe(true)
    expect(index2.refresh()).toBe(false)
  })

  it('tells of commits that never leave the log, which stat does not see', () => {
    const index = newIndex()
    const index2 = reader(index.path)
    index.setMeta({ build_id: 'a' })
    expect(index2.refresh()).toBe(true)
    expect(index.checkpoint()).toBe(true)
    index2.refresh()
    expect(index2.meta().get('build_id')).toBe('a')
  })

  it('opens the index that was swapped in; until then the old one answers whole', async () => {
    const current = newIndex()
    current.putDocument(write(1, ['old', 'old again']))
    current.close()
    const index2 = reader(current.path)
    const query = Float32Array.from(textVector('old'))
    index2.vectorSearch(query, {}, 9)
    await swapIndex({ current: current.path, fresh: freshIndex(current.path, ['new']) })
    expect(found(index2, index2.lexicalSearch('old new', {}, 9))).toEqual(['docs/1.md#0', 'docs/1.md#1'])
    expect(index2.refresh()).toBe(true)
    expect(index2.refresh()).toBe(false)
    expect(found(index2, index2.lexicalSearch('old new', {}, 9))).toEqual(['docs/1.md#0'])
    expect(index2.counts().chunks).toBe(1)
    expect(index2.vectorSearch(Float32Array.from(textVector('new')), {}, 1)[0]?.cosine).toBeCloseTo(1, 6)
  })

  it('says that the index is gone, and goes on once there is one again', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    index.close()
    const index2 = reader(index.path)
    const aside = join(temporaryFolder(), 'aside.db')
    renameSync(index.path, aside)
    expect(() => index2.refresh()).toThrow(expect.objectContaining({ code: 'INDEX_MISSING' }))
    expect(index2.lexicalSearch('alpha', {}, 9)).toHaveLength(1)
    renameSync(aside, index.path)
    expect(index2.refresh()).toBe(false)
    rmSync(index.path)
    closeLater(createIndex(index.path, { identity: IDENTITY }))
    expect(index2.refresh()).toBe(true)
    expect(index2.counts().documents).toBe(0)
  })
})

describe('a snapshot', () => {
  it('reads one state, whatever is committed meanwhile, and looks for news at its start', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    const index2 = reader(index.path)
    index.putDocument(write(2, ['alpha']))
    const query = Float32Array.from(textVector('alpha'))
    const seen = index2.snapshot(() => {
      const before = index2.lexicalSearch('alpha', {}, 9)
      index.softDelete([write(1, []).document.id])
      index.putDocument(write(3, ['alpha', 'alpha']))
      expect(index2.refresh()).toBe(false)
      return index2.snapshot(() => [
        before.length,
        index2.vectorSearch(query, {}, 9).length,
        index2.chunks(before.map(({ chunkId }) => chunkId)).length,
        index2.counts().chunks,
      ])
    })
    expect(seen).toEqual([2, 2, 2, 2])
    expect(index2.snapshot(() => index2.vectorSearch(query, {}, 9))).toHaveLength(3)
  })

  it('begins in the index that was swapped in', async () => {
    const current = newIndex()
    current.close()
    const index2 = reader(current.path)
    await swapIndex({ current: current.path, fresh: freshIndex(current.path, ['new']) })
    expect(index2.snapshot(() => index2.counts().chunks)).toBe(1)
  })

  it('ends when its body throws', () => {
    const index = newIndex()
    const index2 = reader(index.path)
    const error = new Error('mine')
    expect(() =>
      index2.snapshot(() => {
        index2.counts()
        throw error
      }),
    ).toThrow(error)
    index.putDocument(write(1, ['alpha']))
    expect(index2.counts().documents).toBe(1)
    expect(index.checkpoint()).toBe(true)
  })

  it('keeps the log from being emptied, which the writer is told', () => {
    const index = newIndex()
    const index2 = reader(index.path)
    index2.snapshot(() => {
      index2.counts()
      index.putDocument(write(1, ['alpha']))
      expect(index.checkpoint()).toBe(false)
    })
    expect(index.checkpoint()).toBe(true)
  })
})
