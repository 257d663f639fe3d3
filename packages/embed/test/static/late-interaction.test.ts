import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phraseMatch, type QueryToken, rarities, termMatch } from '../../src/static/late-interaction.js'

/** Tokens 0 to 3 of weights 1 to 4; 0 and 1 are .5 alike, all others not at all. */
const token = (column: number): QueryToken => ({
  column,
  weight: column + 1,
  similarities: Float32Array.from({ length: 4 }, (_, other) =>
    other === column ? 1 : other + column === 1 ? 0.5 : 0,
  ),
})
const query = (...columns: number[]) => columns.map(token)
const passage = (...columns: number[]) => Uint32Array.from(columns)

describe('phraseMatch', () => {
  it.each([
    ['all of the wording', query(2, 3), passage(0, 2, 3), 1],
    ['the words apart', query(2, 3), passage(2, 0, 3), 0],
    ['the words turned round', query(2, 3), passage(3, 2), 0],
    ['a similar word in the wording', query(0, 2), passage(1, 2), 0.5],
    // Pairs (1, 2) and (2, 3) weigh 6 and 12.
    ['one pair of two', query(1, 2, 3), passage(1, 2, 0, 3), 6 / 18],
    ['a query of one token', query(2), passage(2, 2), 0],
    ['an empty passage', query(2, 3), passage(), 0],
  ])('of %s', (_, asked, read, expected) => {
    expect(phraseMatch(asked, read)).toBeCloseTo(expected, 6)
  })
})

describe('termMatch', () => {
  it('averages the best similarities by the square of weight times rarity', () => {
    // Weights 1 and 3, rarities 2 and 1: squares 4 and 9; token 0 has its like at .5, token 2 stands there.
    expect(termMatch(query(0, 2), [2, 1], passage(1, 2, 3))).toBeCloseTo((4 * 0.5 + 9) / 13, 6)
    expect(termMatch(query(2), [1], passage(3))).toBe(0)
    expect(termMatch([], [], passage(1))).toBe(0)
  })
})

describe('rarities', () => {
  it('are inverse document frequencies over the passages', () => {
    const passages = [passage(0, 0, 1), passage(0)]
    expect(rarities(query(0, 1, 2), passages)).toEqual(
      [0.5 / 2.5, 1.5 / 1.5, 2.5 / 0.5].map((odds) => Math.log(1 + odds)),
    )
  })
})

describe('both matches', () => {
  const columns = fc.array(fc.nat(3), { maxLength: 12 })

  it('lie between 0 and 1, and are 1 for a passage that is the query', () => {
    fc.assert(
      fc.property(columns, columns, (asked, read) => {
        const tokens = query(...asked)
        const terms = [...new Map(tokens.map((one) => [one.column, one])).values()]
        const rare = rarities(terms, [passage(...read)])
        for (const value of [
          phraseMatch(tokens, passage(...read)),
          termMatch(terms, rare, passage(...read)),
        ]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1 + 1e-6)
        }
        const own = passage(...asked)
        if (asked.length > 1) expect(phraseMatch(tokens, own)).toBeCloseTo(1, 6)
        if (asked.length > 0) expect(termMatch(terms, rare, own)).toBeCloseTo(1, 6)
      }),
    )
  })
})
