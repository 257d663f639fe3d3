import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Embedder } from '../../src/contracts.js'
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

/** What every embedder promises, whatever runs it. */
export function describeEmbedder(name: string, open: () => Promise<Embedder>): void {
  describe(`the embedder contract holds for ${name}`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => embedder.close())

    const embed = async (texts: readonly string[]) =>
      rowsOf(await embedder.embed(texts, 'passage'), embedder.info().dim)

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
      expect(await embedder.embed([], 'query')).toHaveLength(0)
    })

    it('keeps the order of the texts and hardly lets a batch change a vector', async () => {
      const together = await embed(TEXTS)
      for (const [i, text] of TEXTS.entries()) {
        const [alone] = await embed([text])
        const cosine = together[i]?.reduce((sum, x, at) => sum + x * (alone?.[at] ?? 0), 0) ?? 0
        expect(cosine).toBeCloseTo(embedder.countTokens(text) === 0 ? 0 : 1, 5)
      }
    })

    it('is deterministic', async () => {
      expect(await embedder.embed(TEXTS, 'passage')).toEqual(await embedder.embed(TEXTS, 'passage'))
    })

    it('gives finite numbers for lone surrogates, control characters and unknown scripts', async () => {
      for (const vector of await embed(['a\ud800b', '\udc00', '\u0000\u0001', '\u16a0\u16b1', '\u200b'])) {
        expect(vector.every(Number.isFinite)).toBe(true)
      }
    })

    it('counts tokens without special tokens and without cutting off', () => {
      expect(embedder.countTokens('')).toBe(0)
      expect(embedder.countTokens('a')).toBe(1)
      expect(embedder.countTokens('a '.repeat(3000))).toBe(3000)
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
