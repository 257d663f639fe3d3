import { describe, expect, it } from 'vitest'
import { readRealismOptions } from '../options.js'
import { withEmbedder } from '../with-embedder.js'

describe('readRealismOptions', () => {
  it('checks against the baseline on the usual folder without any option', () => {
    const options = { data: '/usual', write: false, work: null, embedders: [] }
    expect(readRealismOptions([], '/usual')).toEqual(options)
  })

  it('takes a folder and further embedders', () => {
    const { data, write, embedders } = readRealismOptions(
      ['--write', '--embedder', 'fastembed:BAAI/bge-small-en-v1.5:384', 'text'],
      '/usual',
    )
    expect({ data, write }).toEqual({ data: 'text', write: true })
    expect(embedders).toEqual([
      { provider: 'fastembed', model: 'BAAI/bge-small-en-v1.5', dim: 384, revision: null },
    ])
  })

  it('refuses two folders and an embedder it cannot read', () => {
    expect(() => readRealismOptions(['a', 'b'], '/usual')).toThrow(/one folder/)
    expect(() => readRealismOptions(['--embedder', 'bge'], '/usual')).toThrow(/provider:model:dim/)
  })
})

describe('withEmbedder', () => {
  const other = { provider: 'fastembed', model: 'BAAI/bge-small-en-v1.5', dim: 384, revision: null }

  it('changes the table of the embedder and nothing else', () => {
    const head = '[kb]\nname = "t"\n\n'
    const tail = '[retrieval]\nrerank = "none"\n'
    expect(withEmbedder(`${head}[embedding]\nprovider = "static"\ndim = 256\n\n${tail}`, other)).toBe(
      `${head}[embedding]\nprovider = "fastembed"\nmodel = "BAAI/bge-small-en-v1.5"\ndim = 384\n\n${tail}`,
    )
  })

  it('refuses a manifest without that table', () => {
    expect(() => withEmbedder('[kb]\nname = "t"\n', other)).toThrow(/no \[embedding\] table/)
  })
})
