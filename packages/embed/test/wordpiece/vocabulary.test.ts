import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FNV_SEED, fnvExtend } from '../../src/wordpiece/fnv.js'
import { CONTINUATION_SEED, Vocabulary, vocabularyArrays } from '../../src/wordpiece/vocabulary.js'
import { vocabulary } from './reference.js'

/** Looks a text up as a word, or as what follows `before` in one. */
function find(target: Vocabulary, text: string, before = ''): number {
  const units = Uint16Array.from(before + text, (_, i) => 0 * i)
  for (let i = 0; i < units.length; i++) units[i] = (before + text).charCodeAt(i)
  let hash = before === '' ? FNV_SEED : CONTINUATION_SEED
  for (const unit of units.subarray(before.length)) hash = fnvExtend(hash, unit)
  return target.find(hash, units, before.length, units.length)
}

describe('Vocabulary', () => {
  it('finds every entry of the installed model where it stands', () => {
    for (let id = 0; id < vocabulary.size; id++) {
      const entry = vocabulary.entry(id)
      const found =
        entry.startsWith('##') && entry.length > 2
          ? find(vocabulary, entry.slice(2), 'x')
          : find(vocabulary, entry)
      if (found !== id) expect({ id: found, entry }).toEqual({ id, entry })
    }
    expect(vocabulary.size).toBe(30_522)
  })

  it('tells a word from a continuation', () => {
    const small = new Vocabulary(vocabularyArrays(['[UNK]', 'ing', '##ing', '##ed']))
    expect(find(small, 'ing')).toBe(1)
    expect(find(small, 'ing', 'play')).toBe(2)
    expect(find(small, 'ed')).toBe(-1)
    expect(find(small, 'ed', 'play')).toBe(3)
  })

  it('finds any list of different entries again, and nothing else', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcé中'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 50 }), word, (entries, other) => {
        const built = new Vocabulary(vocabularyArrays(entries))
        expect(entries.map((entry) => find(built, entry))).toEqual(entries.map((_, id) => id))
        expect(entries.map((_, id) => built.entry(id))).toEqual(entries)
        expect(find(built, other)).toBe(entries.indexOf(other))
      }),
    )
  })

  it('ends a search in a table without an empty slot', () => {
    const arrays = vocabularyArrays(['[UNK]', 'a'])
    const full = new Vocabulary({ ...arrays, slots: new Uint16Array(4).fill(1) })
    expect(find(full, 'zzz')).toBe(-1)
  })
})
