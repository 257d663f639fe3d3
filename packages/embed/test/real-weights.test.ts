import { describe, expect, it } from 'vitest'
import type { Embedder } from '../src/contracts.js'
import { defaultProviders } from '../src/load-embedder.js'
import { locateModel } from '../src/model-files.js'
import { textTokenizer } from '../src/tokenize/text-tokenizer.js'
import { readTokenizerJson } from '../src/tokenize/tokenizer-json.js'
import { describeEmbedder } from './contract/embedder-contract.js'
import { goldenRows } from './fixture-paths.js'
import { describeWithRealModels } from './real-models.js'
import { largestDifference, rowsOf } from './vectors.js'

const BGE = 'BAAI/bge-small-en-v1.5'
const MINILM = 'sentence-transformers/all-MiniLM-L6-v2'

const open = (provider: string, model: string): Promise<Embedder> =>
  defaultProviders().loadEmbedder(provider, { model, revision: null, dim: 384, offline: true })

interface GoldenVector {
  readonly text: string
  readonly vector: number[]
}

describeWithRealModels('real weights', () => {
  it('the tokenizer of bge-small gives the ids of the reference on every awkward text', async () => {
    const files = [{ role: 'tokenizer', paths: ['tokenizer.json'] }]
    const located = await locateModel({ model: BGE, revision: null, files, offline: true })
    const tokenizer = await textTokenizer(readTokenizerJson(located.files.tokenizer ?? '', BGE))
    const rows = goldenRows<{ text: string; ids: number[] }>('bert-ids')
    expect(rows.length).toBeGreaterThanOrEqual(200)
    expect(rows.map(({ text }) => ({ text, ids: [...tokenizer.encode(text)] }))).toEqual(rows)
  })

  describe.each(['onnx', 'transformers'])('vectors of the provider %s', (provider) => {
    it.each([
      [BGE, [0.0152, -0.02257, 0.00855]],
      [MINILM, [-0.03448, 0.03102, 0.00673]],
    ])('"hello world" by %s begins as published', async (model, published) => {
      const embedder = await open(provider, model)
      const vector = await embedder.embed(['hello world'], 'passage')
      expect(largestDifference(published, [...vector.subarray(0, 3)])).toBeLessThan(1e-4)
      await embedder.close()
    })

    it.each([
      [BGE, 'bge-small'],
      [MINILM, 'minilm'],
    ])('equal those of the reference within 1e-4: %s', async (model, golden) => {
      const rows = goldenRows<GoldenVector>(`${golden}-vectors`)
      const embedder = await open(provider, model)
      const texts = rows.map(({ text }) => text)
      const vectors = rowsOf(await embedder.embed(texts, 'passage'), 384)
      for (const [i, { vector }] of rows.entries()) {
        expect(largestDifference(vector, vectors[i] ?? []), texts[i]).toBeLessThan(1e-4)
      }
      await embedder.close()
    })

    it('of int8 weights are near those of the reference; other processors round elsewhere', async () => {
      const rows = goldenRows<GoldenVector>('bge-small-int8-vectors')
      const embedder = await open(provider, `${BGE}:int8`)
      const texts = rows.map(({ text }) => text)
      const vectors = rowsOf(await embedder.embed(texts, 'passage'), 384)
      for (const [i, { vector }] of rows.entries()) {
        const cosine = vector.reduce((sum, x, at) => sum + x * (vectors[i]?.[at] ?? 0), 0)
        expect(cosine, texts[i]).toBeGreaterThan(0.98)
      }
      await embedder.close()
    })
  })

  it('float32 and int8 weights of one model never share an index', async () => {
    const float = await open('onnx', BGE)
    const int8 = await open('onnx', `${BGE}:int8`)
    expect(int8.info().model).not.toBe(float.info().model)
    expect(int8.info().fingerprint).not.toBe(float.info().fingerprint)
    await Promise.all([float.close(), int8.close()])
  })

  describe('texts at the edge of the window of bge-small, 512 with two special tokens', () => {
    const passage = (tokens: number) => 'a '.repeat(tokens)

    it('passages of 509 and 510 tokens are embedded, one of 511 is refused with its size', async () => {
      const embedder = await open('onnx', BGE)
      expect(embedder.countTokens(passage(510))).toBe(510)
      for (const vector of rowsOf(await embedder.embed([passage(509), passage(510)], 'passage'), 384)) {
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
      }
      await expect(embedder.embed([passage(511)], 'passage')).rejects.toMatchObject({
        code: 'EMBED_TEXT_TOO_LONG',
        details: { tokens: 511, limit: 510 },
      })
      await embedder.close()
    })
  })

  describeEmbedder('onnx with bge-small', () => open('onnx', BGE))
  describeEmbedder('onnx with bge-small in int8', () => open('onnx', `${BGE}:int8`))
  describeEmbedder('onnx with MiniLM', () => open('onnx', MINILM))
  describeEmbedder('transformers with bge-small', () => open('transformers', BGE))
})
