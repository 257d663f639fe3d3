import { describe, expect, it } from 'vitest'
import { grep, queryWords } from '../grep.js'

const DOCUMENTS = [
  { path: 'docs/a.md', text: 'The pump was repaired.', title: 'a', tags: ['final'] },
  { path: 'docs/b.txt', text: 'PUMPS and ropes', title: 'b', tags: ['draft', 'final'] },
  { path: 'docs/c.md', text: 'Rope, pump, lantern', title: 'c', tags: ['draft'] },
]
const { rank } = grep(DOCUMENTS)

describe('grep', () => {
  it('orders by how many distinct words are substrings, letter case ignored', () => {
    expect(rank('rope pump lantern', {}, 5)).toEqual(['docs/c.md', 'docs/b.txt', 'docs/a.md'])
  })

  it('counts a repeated word once, and keeps the order of the documents among equals', () => {
    expect(rank('pump pump Pump rope?', {}, 5)).toEqual(['docs/b.txt', 'docs/c.md', 'docs/a.md'])
  })

  it('leaves out documents without any word, and what is beyond the limit', () => {
    expect(rank('lantern', {}, 5)).toEqual(['docs/c.md'])
    expect(rank('pump', {}, 2)).toEqual(['docs/a.md', 'docs/b.txt'])
    expect(rank('?', {}, 5)).toEqual([])
  })

  it('applies the filters that a golden set may have', () => {
    expect(rank('pump', { tags: ['draft', 'final'] }, 5)).toEqual(['docs/b.txt'])
    expect(rank('pump', { sourceType: 'markdown' }, 5)).toEqual(['docs/a.md', 'docs/c.md'])
    expect(rank('pump', { pathPrefix: 'docs/c' }, 5)).toEqual(['docs/c.md'])
  })
})

describe('queryWords', () => {
  it('drops punctuation around a word and keeps what belongs to an identifier', () => {
    expect(queryWords('Is "#[track_caller]" --cap-lints, 0x5f?')).toEqual([
      'is',
      '#[track_caller',
      '--cap-lints',
      '0x5f',
    ])
  })
})
