import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMPARISONS_PATH, comparisons, tableBelow } from '../comparisons.js'

describe('docs/comparisons.md', () => {
  it('is what the measured pages say now (else: node_modules/.bin/tsx tools/docs/comparisons.ts)', () => {
    const wanted = comparisons()
    expect(wanted.match(/^\| `?search|^\| search/gm)?.length).toBeGreaterThan(4)
    expect(wanted).toMatch(/^\| tier `int8` \| [\d.]+ \| [\d.]+ \|/m)
    expect(readFileSync(COMPARISONS_PATH, 'utf8')).toBe(wanted)
  })
})

describe('tableBelow', () => {
  const text =
    '# T\n\n## A\n\ntext\n\n| x | y |\n| --- | ---: |\n| 1 | 2 |\n\n| z |\n| --- |\n\n## B\n\nno table\n'

  it('takes the first table of a section', () => {
    expect(tableBelow(text, 'A')).toEqual([
      ['x', 'y'],
      ['1', '2'],
    ])
  })

  it('refuses a section without one, and one that is not there', () => {
    expect(() => tableBelow(text, 'B')).toThrow('"B"')
    expect(() => tableBelow(text, 'C')).toThrow('"C"')
  })
})
