import { describe, expect, it } from 'vitest'
import { isLinkedFresh } from '../../src/settled/linked-state.js'
import { TestKb } from '../support/kb.js'

describe('what linked KBs say is fresh', () => {
  it.each([
    ['before the hour it was remembered in, as after a clock was set back', 999, false],
    ['from then on', 1000, true],
    ['until it is due', 1999, true],
    ['not when it is due', 2000, false],
  ])('%s', (_, nowMs, isFresh) => {
    const { root } = new TestKb({})
    expect(isLinkedFresh(root, { fromMs: 1000, dueMs: 2000, places: {} }, nowMs)).toBe(isFresh)
  })

  it('always where there are none', () => {
    expect(isLinkedFresh(new TestKb({}).root, null, 0)).toBe(true)
  })
})
