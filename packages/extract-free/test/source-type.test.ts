import { describe, expect, it } from 'vitest'
import { type SourceType, sourceTypeOf, suffixOf } from '../src/index.js'

describe('sourceTypeOf', () => {
  it.each<[path: string, type: SourceType]>([
    ['a.md', 'markdown'],
    ['docs/a.markdown', 'markdown'],
    ['A.MD', 'markdown'],
    ['a.pdf', 'pdf'],
    ['a.PDF', 'pdf'],
    ...['py', 'js', 'ts', 'rs', 'go', 'java', 'c', 'h', 'cpp', 'sh'].map((suffix): [string, SourceType] => [
      `x.${suffix}`,
      'code',
    ]),
    ['a.txt', 'text'],
    ['Makefile', 'text'],
    ['', 'text'],
    ['a.md.txt', 'text'],
    ['a.txt.md', 'markdown'],
    ['notes.md/plain', 'text'],
    ['.md', 'markdown'],
    ['a.', 'text'],
    ['a.tsx', 'text'],
    ['__proto__', 'text'],
    ['a.constructor', 'text'],
  ])('%s is read as %s', (path, type) => {
    expect(sourceTypeOf(path)).toBe(type)
  })
})

describe('suffixOf', () => {
  it('keeps the case on disk and ignores dots of directories', () => {
    expect([suffixOf('a/B.PDF'), suffixOf('a.d/file'), suffixOf('x.'), suffixOf('a.tar.gz')]).toEqual([
      'PDF',
      '',
      '',
      'gz',
    ])
  })
})
