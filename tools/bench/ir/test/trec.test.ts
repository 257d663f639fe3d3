import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCollection } from '../trec.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pnk-trec-'))
  mkdirSync(join(directory, 'docs'))
  for (const id of ['1', '2']) writeFileSync(join(directory, 'docs', `${id}.txt`), `text ${id}`)
  write('q1\tfirst\nq2\tsecond\nq3\tunjudged\n', 'q1\t1\t2\nq2\t2\t0\n')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function write(queries: string, qrels: string) {
  writeFileSync(join(directory, 'queries.tsv'), queries)
  writeFileSync(join(directory, 'qrels.tsv'), qrels)
}

describe('reading a collection', () => {
  it('keeps queries that have a relevant document, with their grades', () => {
    const { files, queries, qrels } = readCollection(directory)
    expect(files).toEqual(['1.txt', '2.txt'])
    expect(queries).toEqual([{ id: 'q1', text: 'first' }])
    expect(qrels.get('q1')).toEqual(new Map([['1', 2]]))
  })

  it.each([
    ['a missing column', 'q1\n', '', /expected 2 columns/],
    ['a repeated query', 'q1\ta\nq1\tb\n', '', /stands twice/],
    ['an unknown document', 'q1\ta\n', 'q1\t9\t1\n', /no document 9/],
    ['a repeated judgment', 'q1\ta\n', 'q1\t1\t1\nq1\t1\t0\n', /twice/],
    ['a grade that is no integer', 'q1\ta\n', 'q1\t1\tyes\n', /no integer/],
  ])('refuses %s', (_, queries, qrels, message) => {
    write(queries, qrels)
    expect(() => readCollection(directory)).toThrow(message)
  })
})
