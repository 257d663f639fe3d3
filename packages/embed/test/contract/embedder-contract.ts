import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Embedder, EmbedRole } from '../../src/contracts.js'
import { EmbedError } from '../../src/errors.js'
import { rowsOf } from '../vectors.js'

const TEXTS = [
  'The lamp is lit at dusk.',
  '',
  'a',
  'naïve café, 東京 and 😀',
  'A much longer passage about the keeper of the lamp, who writes the log each night before the watch ends.',
  ' \t\n',
  'The lamp is lit at dusk.',
]

const AWKWARD = [
  '\ud800',
  '\udc00\ud800',
  'a\ud800b',
  '\u0000\u0001',
  '\ufeff',
  '\u200b',
  '\u16a0\u16b1',
  'a\u0301',
  'x'.repeat(1000),
  '[UNK]',
]

/** What every embedder promises, whatever runs it. `open` gives a new one each time. */
export function describeEmbedder(name: string, open: () => Promise<Embedder>): void {
  describe(`the embedder contract holds for ${name}`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => embedder.close())

    const embed = async (texts: readonly string[], role: EmbedRole = 'passage') =>
      rowsOf(await embedder.embed(texts, role), embedder.info().dim)

    it('gives one vector a text, of the width it states', async () => {
      const { dim } = embedder.info()
      expect(dim).toBeGreaterThan(0)
      expect(await embedder.embed(TEXTS, 'passage')).toHaveLength(TEXTS.length * dim)
    })

    it('gives vectors of length 1, and of length 0 for a text without a token', async () => {
      const lengths = (await embed(TEXTS)).map((vector) => Math.hypot(...vector))
      for (const [i, length] of lengths.entries()) {
        expect(length).toBeCloseTo(embedder.countTokens(TEXTS[i] ?? '') === 0 ? 0 : 1, 5)
      }
    })

    it('gives an empty array for no text', async () => {
      expect(await embedder.embed([], 'query')).toEqual(new Float32Array())
    })

    it('keeps the order of the texts and hardly lets a batch change a vector', async () => {
      const together = await embed(TEXTS)
      for (const [i, text] of TEXTS.entries()) {
        const [alone] = await embed([text])
        const cosine = together[i]?.reduce((sum, x, at) => sum + x * (alone?.[at] ?? 0), 0) ?? 0
        expect(cosine).toBeCloseTo(embedder.countTokens(text) === 0 ? 0 : 1, 5)
      }
    })

    it('is deterministic, in another instance too', async () => {
      const other = await open()
      const texts = [...TEXTS, ...AWKWARD]
      expect(await other.embed(texts, 'query')).toEqual(await embedder.embed(texts, 'query'))
      await other.close()
    })

    it('gives a vector of length 1 or 0, never NaN, for whatever a text may be', async () => {
      const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.constantFrom(...AWKWARD))
      await fc.assert(
        fc.asyncProperty(fc.array(texts, { maxLength: 5 }), async (batch) => {
          for (const vector of await embed([...batch, ...AWKWARD.slice(0, 2)])) {
            const length = Math.hypot(...vector)
            expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true)
          }
        }),
        { numRuns: 25 },
      )
    })

    it('counts tokens without special tokens and without cutting off', () => {
      expect(embedder.countTokens('')).toBe(0)
      expect(embedder.countTokens('a')).toBe(1)
      expect(embedder.countTokens('a '.repeat(3000))).toBe(3000)
      expect(embedder.countTokens('東'.repeat(3000))).toBe(3000)
    })

    const fillers = (count: number) => 'a '.repeat(count)

    it('embeds what fills its window to the last token, and one token less', async () => {
      const room = embedder.info().maxSequenceLength - 2
      // The last word counts: another one gives another vector.
      for (const words of [room - 2, room - 1]) {
        const [one, other] = await embed([`${fillers(words)}b`, `${fillers(words)}c`])
        expect(Math.hypot(...(one ?? []))).toBeCloseTo(1, 5)
        expect(one).not.toEqual(other)
      }
    })

    it.each([
      ['a passage of one token more than its window', 'passage', 'edge'],
      ['a passage of 3,000 tokens without a space', 'passage', '東'.repeat(3000)],
      ['a query of one megabyte', 'query', `${fillers(500_000)}b`],
    ] as const)('%s is embedded whole or refused with its size, never cut off', async (_, role, long) => {
      const { maxSequenceLength } = embedder.info()
      const text = long === 'edge' ? `${fillers(maxSequenceLength - 2)}b` : long
      const tokens = embedder.countTokens(text)
      const outcome = await embed([text, `${text} c`], role).catch((error: unknown) => error)
      if (outcome instanceof EmbedError) {
        expect(outcome).toMatchObject({ code: 'EMBED_TEXT_TOO_LONG', details: { role } })
        expect(outcome.details.tokens).toBeGreaterThanOrEqual(tokens)
        expect(outcome.details.limit).toBeLessThan(tokens)
      } else {
        const [one, other] = outcome as number[][]
        expect(Math.hypot(...(one ?? []))).toBeCloseTo(1, 5)
        expect(one).not.toEqual(other)
      }
    })

    it('refuses to work once closed, and may be closed twice', async () => {
      const other = await open()
      await other.close()
      await other.close()
      await expect(other.embed(['a'], 'query')).rejects.toMatchObject({ code: 'EMBED_CLOSED' })
      expect(() => other.countTokens('a')).toThrow(expect.objectContaining({ code: 'EMBED_CLOSED' }))
    })
  })
}
