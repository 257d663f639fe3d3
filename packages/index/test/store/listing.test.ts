import { expect, it } from 'vitest'
import { docId, row, write } from './documents.js'
import { newIndex, reader } from './fixture.js'

it('documents are listed by path in code-point order, with or without chunks', () => {
  const index = newIndex()
  const paths = ['z.md', '\u{1f600}.md', '～.md', 'B.md', 'a.md']
  for (const [n, path] of paths.entries()) index.putDocument(write(n, [], { path }))
  const expected = ['B.md', 'a.md', 'z.md', '～.md', '\u{1f600}.md']
  expect(
    reader(index.path)
      .documents()
      .map(({ path }) => path),
  ).toEqual(expected)
  expect(index.documents().map(({ path }) => path)).toEqual(expected)
})

it('chunks come back by path and ordinal, once each; unknown ids are absent', () => {
  const index = newIndex()
  index.putDocument(write(1, ['b0', 'b1'], { path: 'b.md' }))
  index.putDocument(write(2, ['a0'], { path: 'a.md' }))
  const texts = reader(index.path)
    .chunks([2, 999, 1, 3, 1, -1])
    .map(({ text }) => text)
  expect(texts).toEqual(['a0', 'b0', 'b1'])
  expect(reader(index.path).chunks([])).toEqual([])
})

it('what is not there is null', () => {
  const index = reader(newIndex().path)
  expect(index.documentById(docId(1))).toBeNull()
  expect(index.documentByPath('a.md')).toBeNull()
  expect(index.chunkByUid('ck_none')).toBeNull()
  expect(index.chunksOfDocument(docId(1))).toEqual([])
  expect(index.chunkCounts()).toEqual(new Map())
  expect(index.extractions()).toEqual([])
})

it('active documents are grouped by what extracted them', () => {
  const index = newIndex()
  const extracted = (n: number, path: string, extractionBackend: string, extractionFingerprint: string) =>
    index.putDocument(write(n, [], { path, extractionBackend, extractionFingerprint }))
  extracted(1, 'b.pdf', 'free', 'f1')
  extracted(2, 'a.pdf', 'free', 'f1')
  extracted(3, 'c.pdf', 'free', 'f2')
  extracted(4, 'd.pdf', 'claude', 'f1')
  extracted(5, 'gone.pdf', 'free', 'f1')
  index.putDocument(write(6, []))
  index.softDelete([row(5).id])
  expect(reader(index.path).extractions()).toEqual([
    { backend: 'claude', fingerprint: 'f1', paths: ['d.pdf'] },
    { backend: 'free', fingerprint: 'f1', paths: ['a.pdf', 'b.pdf'] },
    { backend: 'free', fingerprint: 'f2', paths: ['c.pdf'] },
  ])
})
