import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Embedder } from '../src/contracts.js'

const AWKWARD = [
  '',
  ' \n\t',
  '\ud800',
  '\udc00\ud800',
  '\u0000',
  '\ufeff',
  '😀',
  '中文',
  'a\u0301',
  'x'.repeat(1000),
  '[UNK]',
]

/** Length of the `i`-th vector of `dim` numbers. */
function length(vectors: Float32Array, i: number, dim: number): number {
  return Math.hypot(...vectors.subarray(i * dim, (i + 1) * dim))
}

/** What holds for every embedder. `load` gives a new one each time. */
export function embedderContract(name: string, load: () => Promise<Embedder>): void {
  describe(`the contract of an embedder: ${name}`, () => {
    let embedder: Embedder
    let dim: number
    beforeAll(async () => {
      embedder = await load()
      dim = embedder.info().dim
    })
    afterAll(() => embedder.close())

    it('gives an empty array for no text', async () => {
      expect(await embedder.embed([], 'passage')).toEqual(new Float32Array())
    })

    it('gives vectors of length 1, or all zero, and never NaN', async () => {
      const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.constantFrom(...AWKWARD))
      await fc.assert(
        fc.asyncProperty(fc.array(texts, { maxLength: 5 }), async (batch) => {
          const vectors = await embedder.embed(batch, 'passage')
          expect(vectors.length).toBe(batch.length * dim)
          for (const i of batch.keys()) {
            const found = length(vectors, i, dim)
            expect(found === 0 || Math.abs(found - 1) < 1e-5).toBe(true)
          }
        }),
      )
    })

    it('gives each text the vector it has alone, in the order of the texts', async () => {
      const texts = ['the first text', '', 'a second one', 'the first text']
      const together = await embedder.embed(texts, 'passage')
      for (const [i, text] of texts.entries()) {
        const alone = await embedder.embed([text], 'passage')
        for (let k = 0; k < dim; k++) expect(together[i * dim + k]).toBeCloseTo(alone[k] ?? Number.NaN, 5)
      }
    })

    it('is deterministic, in another instance too', async () => {
      const texts = ['knowledge base', ...AWKWARD]
      const other = await load()
      expect(await other.embed(texts, 'query')).toEqual(await embedder.embed(texts, 'query'))
      await other.close()
    })

    it('counts no tokens in an empty text and some in a word', () => {
      expect(embedder.countTokens('')).toBe(0)
      expect(embedder.countTokens('word')).toBeGreaterThan(0)
    })

    it('may be closed twice', async () => {
      const other = await load()
      await other.close()
      await expect(other.close()).resolves.toBeUndefined()
    })
  })
}
