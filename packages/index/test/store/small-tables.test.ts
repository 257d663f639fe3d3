import { expect, it } from 'vitest'
import type { FailureRow, FileStamp } from '../../src/contracts.js'
import { newIndex, reader } from './fixture.js'

const failure = (path: string, error = 'Error: x'): FailureRow => ({
  path,
  stage: 'index',
  error,
  happened: '20260725 09:14',
})

const stamp = (path: string, fields: Partial<FileStamp> = {}): FileStamp => ({
  path,
  size: 12,
  mtimeMs: 1753434840123.4568,
  ctimeMs: 1753434840123.5,
  ino: 2 ** 52 + 1,
  hash: 'sha256:aa',
  takenMs: 1753434850000.25,
  ...fields,
})

it('meta entries are set, replaced and deleted', () => {
  const index = newIndex()
  index.setMeta({ build_id: 'a', built_at: '20260725 09:14' })
  index.setMeta({ build_id: 'b', built_at: null, never_there: null })
  expect(index.meta().get('build_id')).toBe('b')
  expect(reader(index.path).meta().has('built_at')).toBe(false)
})

it('a path has one failure, the last, and failures come in the order they happened', () => {
  const index = newIndex()
  for (const path of ['a.md', 'b.md', 'c.md']) index.recordFailure(failure(path))
  index.recordFailure(failure('a.md', 'Error: again'))
  const expected = [failure('b.md'), failure('c.md'), failure('a.md', 'Error: again')]
  expect(index.failures()).toEqual(expected)
  expect(reader(index.path).failures()).toEqual(expected)
  expect(index.counts().failures).toBe(3)
  index.clearFailures(['a.md', 'b.md', 'unknown.md'])
  expect(index.failures()).toEqual([failure('c.md')])
})

it('file stamps come back to the last digit', () => {
  const index = newIndex()
  const old = stamp('a.md', { hash: 'sha256:old' })
  index.putStamps([old, stamp('b.md'), stamp("it's\n😀.md", { size: 0, ino: 2 ** 63 })])
  index.putStamps([stamp('a.md')])
  index.dropStamps(['b.md', 'unknown.md'])
  expect([...index.stamps().values()]).toEqual([
    stamp('a.md'),
    stamp("it's\n😀.md", { size: 0, ino: 2 ** 63 }),
  ])
  expect(reader(index.path).stamps(['a.md', 'b.md'])).toEqual(new Map([['a.md', stamp('a.md')]]))
  expect(reader(index.path).stamps([])).toEqual(new Map())
})
