import { describe, expect, it } from 'vitest'
import { IdBuffer } from '../../src/wordpiece/id-buffer.js'
import { WordCache } from '../../src/wordpiece/word-cache.js'

const units = (text: string) => Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))

describe('WordCache', () => {
  it('appends the ids of a word it was given, and nothing for another', () => {
    const cache = new WordCache()
    const ids = new IdBuffer()
    cache.add(7, units('abc'), 3, Uint32Array.of(1, 2))
    expect(cache.append(7, units('abc'), 3, ids)).toBe(true)
    expect(cache.append(8, units('abc'), 3, ids)).toBe(false)
    expect([...ids.view()]).toEqual([1, 2])
  })

  it('tells words of one hash apart by their units', () => {
    const cache = new WordCache()
    const ids = new IdBuffer()
    cache.add(7, units('abc'), 3, Uint32Array.of(1))
    cache.add(7, units('abd'), 3, Uint32Array.of(2))
    cache.add(7, units('ab'), 2, Uint32Array.of(3))
    for (const word of ['ab', 'abd', 'abc']) cache.append(7, units(word), word.length, ids)
    expect([...ids.view()]).toEqual([3, 2, 1])
    expect(cache.append(7, units('abx'), 3, ids)).toBe(false)
  })

  it('keeps what it was given although the caller reuses the units', () => {
    const cache = new WordCache()
    const ids = new IdBuffer()
    const scratch = units('abc')
    cache.add(7, scratch, 3, Uint32Array.of(1))
    scratch.fill(0)
    expect(cache.append(7, units('abc'), 3, ids)).toBe(true)
  })

  it('forgets rather than grows without bound, and goes on', () => {
    const cache = new WordCache()
    const ids = new IdBuffer()
    for (let i = 0; i < 20_000; i++) cache.add(i, units(`w${i}`), `w${i}`.length, Uint32Array.of(i))
    expect(cache.append(0, units('w0'), 2, ids)).toBe(false)
    expect(cache.append(19_999, units('w19999'), 6, ids)).toBe(true)
    expect([...ids.view()]).toEqual([19_999])
  })
})
