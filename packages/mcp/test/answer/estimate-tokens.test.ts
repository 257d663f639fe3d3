import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/answer/estimate-tokens.js'

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['pump', 1],
    ['pumps', 2],
    ['Pump', 1],
    ['the harbour pump', 1 + 2 + 1],
    ['2026', 2],
    ['a, b.', 4],
    ['a  b', 3],
    ['港の灯台', 4],
    ['\u{1f600}', 2],
    ['x\n\ny', 4],
  ])('%j costs %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  it('is not below what a tokenizer counts for prose, and not far above it', () => {
    const prose =
      'The keeper of the lighthouse lit the lamp at dusk, wound the clockwork twice in the night, and wrote the ' +
      'weather into the log before he slept. Nobody else was on the rock in winter.'
    // 39 tokens in cl100k_base, 38 in o200k_base.
    expect(estimateTokens(prose)).toBeGreaterThanOrEqual(39)
    expect(estimateTokens(prose)).toBeLessThan(60)
  })

  it('grows with the text: no part costs more than the whole', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(estimateTokens(a))
        expect(estimateTokens(a + b)).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b) + 1)
      }),
    )
  })
})
