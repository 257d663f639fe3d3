import { describe, expect, it } from 'vitest'
import { okapi, tokenise } from '../okapi.js'

describe('the Okapi reference', () => {
  it('takes crude suffixes off words that stay long enough', () => {
    expect(tokenise('Queries, parsing LISTED goes the bus 42')).toEqual([
      'quer',
      'pars',
      'list',
      'goes',
      'the',
      'bus',
      '42',
    ])
  })

  it('ranks by the hand-computed score', () => {
    const index = okapi(
      new Map([
        ['a', 'red red blue'],
        ['b', 'red cat'],
        ['c', 'cat cat cat dog'],
      ]),
    )
    // N = 3, avgdl = 3; "red": df 2, idf ln(1.6). a: tf 2, |d| 3: 2*2.2/(2+1.2); b: tf 1, |d| 2: 2.2/(1+1.2*0.75)
    expect((2 * 2.2) / 3.2).toBeGreaterThan(2.2 / 1.9)
    expect(index.search('red', 10)).toEqual(['a', 'b'])
    expect(index.search('dog red', 10)[0]).toBe('c')
    expect(index.search('unknown', 10)).toEqual([])
    expect(index.search('red cat', 1)).toHaveLength(1)
  })

  it('breaks ties by id', () => {
    expect(
      okapi(
        new Map([
          ['b', 'x1'],
          ['a', 'x1'],
        ]),
      ).search('x1', 10),
    ).toEqual(['a', 'b'])
  })
})
