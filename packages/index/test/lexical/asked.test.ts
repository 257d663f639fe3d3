import { describe, expect, it } from 'vitest'
import { askedFor } from '../../src/lexical/asked.js'

const of = (query: string) => {
  const { names, words } = askedFor(query)
  return { names, words }
}

describe('what a query asks for', () => {
  it('is names that mean something only whole, and words', () => {
    expect(of('Does C++ know DEC-0054 or src/a-b/c.ts?')).toEqual({
      names: ['c++', 'dec-0054', 'src/a-b/c.ts'],
      words: ['does', 'know', 'or'],
    })
  })

  it('takes a word with a hyphen apart, and keeps the parts of what has a name out of the words', () => {
    expect(of('state-of-the-art foo.bar()')).toEqual({
      names: ['foo.bar'],
      words: ['state', 'of', 'the', 'art'],
    })
  })

  it('takes initials for their letters', () => {
    expect(of('fevers, e.g. those of J.R. Smith')).toEqual({
      names: [],
      words: ['fevers', 'e', 'g', 'those', 'of', 'j', 'r', 'smith'],
    })
  })

  it('has each once, in one spelling', () => {
    expect(of('Straße STRASSE DEC‑0054 dec-0054')).toEqual({ names: ['dec-0054'], words: ['strasse'] })
    expect(askedFor('x').spelling('Straße, DEC‑0054')).toBe('strasse, dec-0054')
  })

  it('is nothing for signs alone', () => {
    expect(of(' ^ * ;-- "')).toEqual({ names: [], words: [] })
  })
})
