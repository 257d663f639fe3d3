import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DEFAULT_STATIC_MODEL, loadEmbedder } from '../../src/load-embedder.js'
import { loadStaticEmbedder } from '../../src/static/provider.js'
import { smallTable, tableBytes } from './table-bytes.js'
import { tempFolder } from './temp-folder.js'

const load = () => loadEmbedder({ ...DEFAULT_STATIC_MODEL, revision: null, offline: true })

/** Cosine of the vectors of two texts by the installed model. */
async function cosine(a: string, b: string): Promise<number> {
  const embedder = await load()
  const vectors = await embedder.embed([a, b], 'passage')
  await embedder.close()
  const { dim } = DEFAULT_STATIC_MODEL
  return vectors.subarray(0, dim).reduce((sum, value, i) => sum + value * (vectors[dim + i] ?? 0), 0)
}

describe('StaticEmbedder', () => {
  it('adds up rows times scales and brings the sum to length 1', async () => {
    const path = join(tempFolder(), 'table.bin')
    writeFileSync(path, tableBytes(smallTable()))
    const embedder = loadStaticEmbedder({ model: 'pinakes/static-en', revision: null }, path)
    onTestFinished(() => embedder.close())
    const [both, twice, opposite, none] = [0, 32, 64, 96]
    const vectors = await embedder.embed(['up left', 'UP up, left left', 'up down', 'nothing known'], 'query')
    expect(vectors[both]).toBeCloseTo(Math.SQRT1_2 / 4, 6)
    expect(vectors[both + 16]).toBeCloseTo(Math.SQRT1_2 / 4, 6)
    expect(vectors.subarray(twice, twice + 32)).toEqual(vectors.subarray(both, both + 32))
    expect(vectors.subarray(opposite)).toEqual(new Float32Array(64))
    expect(vectors.length).toBe(none + 32)
  })

  it('is zero for a text without a known token', async () => {
    const embedder = await load()
    const vectors = await embedder.embed(['', ' \n ', '\ud800', 'ᚠᚱ'], 'query')
    expect(vectors).toEqual(new Float32Array(4 * DEFAULT_STATIC_MODEL.dim))
    await embedder.close()
  })

  it('finds what is alike nearer than what is not', async () => {
    expect(await cosine('a doctor treats sick people', 'a physician cares for patients')).toBeGreaterThan(
      await cosine('a doctor treats sick people', 'compile the kernel with a new flag'),
    )
    expect(await cosine('The Car', 'the car')).toBeCloseTo(1, 6)
  })

  it('embeds a megabyte whole: its end counts', async () => {
    const start = 'the lens of the eye '.repeat(25_000)
    expect(await cosine(start, start + 'parliament voted '.repeat(30_000))).toBeLessThan(0.95)
  })

  it('embeds a query and a passage alike', async () => {
    const embedder = await load()
    const query = await embedder.embed(['vector search'], 'query')
    expect(await embedder.embed(['vector search'], 'passage')).toEqual(query)
    await embedder.close()
  })

  it('says what decides its vectors and how long a chunk may be', async () => {
    const embedder = await load()
    expect(embedder.info().maxSequenceLength).toBe(512)
    expect(embedder.info().fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/)
    await embedder.close()
  })

  it('refuses work once closed', async () => {
    const embedder = await load()
    await embedder.close()
    const error = await embedder.embed(['x'], 'query').catch((reason: unknown) => reason)
    expect(isPinakesError(error, 'EMBED_CLOSED')).toBe(true)
    expect(() => embedder.countTokens('x')).toThrow(/closed/)
  })
})
