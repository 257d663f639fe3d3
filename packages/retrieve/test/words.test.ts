import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverage, distinctWords } from '../src/words.js'

describe('words of a query', () => {
  it('are lowercase, distinct, in order of first appearance', () => {
    expect(distinctWords("Don't panic, DON'T a/b x_1 20.04")).toEqual([
      'don',
      't',
      'panic',
      'a',
      'b',
      'x_1',
      '20',
      '04',
    ])
  })

  it('are none for text without letters, numbers or underscores', () => {
    expect(distinctWords(' ^ * {} ;-- () "')).toEqual([])
  })

  it('are not cut by combining signs', () => {
    expect(distinctWords('हिन्दी')).toEqual(['हिन्दी'.normalize('NFC')])
    expect(distinctWords('Cafe\u0301')).toEqual(['café'])
  })
})

describe('coverage', () => {
  const share = (query: string, passage: string) => coverage(distinctWords(query), passage)

  it('is the share of distinct query words that stand in the passage', () => {
    expect(share('red green green blue', 'Red, blue and red')).toBeCloseTo(2 / 3, 12)
  })

  it('is 0 without query words and for an empty passage', () => {
    expect(share('***', 'anything')).toBe(0)
    expect(share('word', '')).toBe(0)
  })

  it('counts whole words, not parts of them', () => {
    expect(share('art', 'smart cartel')).toBe(0)
    expect(share('art', 'smart cartel, art')).toBe(1)
    expect(share('a', 'a\u0302')).toBe(0)
    expect(share('20', '2020, 𝟤20 20𝟤 x20')).toBe(0)
  })

  it('finds the words of unspaced scripts inside a run', () => {
    expect(share('性能', '今天我们讨论了向量检索的性能问题')).toBe(1)
  })

  it('does not care for composition', () => {
    expect(share('café', 'a cafe\u0301 in town')).toBe(1)
  })

  it('agrees with taking the passage apart into words', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '_', '1', '\u0301', '😀', '𝟤', 'é') })
    fc.assert(
      fc.property(text, text, (query, passage) => {
        const wanted = distinctWords(query)
        const there = new Set(distinctWords(passage))
        const expected =
          wanted.length === 0 ? 0 : wanted.filter((word) => there.has(word)).length / wanted.length
        expect(coverage(wanted, passage)).toBe(expected)
      }),
    )
  })

  it('lies between 0 and 1, and is 1 for a passage that is the query', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (query, passage) => {
        const value = share(query, passage)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(share(query, query)).toBe(distinctWords(query).length === 0 ? 0 : 1)
      }),
    )
  })
})
