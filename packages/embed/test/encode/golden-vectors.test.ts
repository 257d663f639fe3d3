import { describe, expect, it } from 'vitest'
import { loadEncoder } from '../../src/encode/load-encoder.js'
import { openModel } from '../../src/encode/open-model.js'
import { SentenceEncoder } from '../../src/encode/sentence-encoder.js'
import { goldenRows } from '../fixture-paths.js'
import { useModelCache } from '../model-cache-fixture.js'
import { ENCODERS } from '../runtimes.js'
import { largestDifference, rowsOf } from '../vectors.js'

interface Row {
  readonly text: string
  readonly cls: number[]
  readonly mean: number[]
}

const cache = useModelCache()
const rows = goldenRows<Row>('tiny-bert-vectors')
const texts = rows.map(({ text }) => text)
const NO_PREFIX = { queryPrefix: '', passagePrefix: '' }

describe.each(ENCODERS)('vectors run by %s equal those of the reference', (name, open) => {
  it.each(['cls', 'mean'] as const)('pooling %s, in batches of every size', async (pooling) => {
    cache.add('pinakes/tiny', 'tiny-bert-encoder')
    for (const limits of [
      { maxTokens: 1, maxRows: 1 },
      { maxTokens: 200, maxRows: 5 },
      { maxTokens: 100_000, maxRows: 1000 },
    ]) {
      const opened = await openModel({ model: 'pinakes/tiny', revision: null, offline: true }, open)
      const identity = { provider: name, model: 'pinakes/tiny', revision: null, fingerprint: null }
      const profile = { pooling, window: 512, ...NO_PREFIX }
      const encoder = await SentenceEncoder.open({ ...opened, identity, profile, limits })
      const vectors = rowsOf(await encoder.embed(texts, 'passage'), 32)
      for (const [i, row] of rows.entries()) {
        expect(largestDifference(row[pooling], vectors[i] ?? []), row.text).toBeLessThan(1e-4)
      }
      await encoder.close()
    }
  })
})

describe('a family with prefixes', () => {
  const open = async (id: string) => {
    cache.add(id, 'tiny-bert-encoder')
    const [, runtime] = ENCODERS[0] ?? []
    if (runtime === undefined) throw new Error('no runtime')
    return loadEncoder('onnx', { model: id, revision: null, offline: true }, runtime)
  }

  it('embeds a question as "query: " and a passage as "passage: " before it', async () => {
    const plain = await open('pinakes/gte-small')
    const e5 = await open('intfloat/e5-small-v2')
    const text = 'the lamp is lit'
    expect(await e5.embed([text], 'query')).toEqual(await plain.embed([`query: ${text}`], 'query'))
    expect(await e5.embed([text], 'passage')).toEqual(await plain.embed([`passage: ${text}`], 'passage'))
    await Promise.all([plain.close(), e5.close()])
  })

  it('takes its prefix out of the window that chunks may fill, and records it', async () => {
    const plain = await open('pinakes/gte-small')
    const e5 = await open('intfloat/e5-small-v2')
    const prefix = plain.countTokens('passage: ')
    expect(prefix).toBeGreaterThan(0)
    expect(e5.info().maxSequenceLength).toBe(plain.info().maxSequenceLength - prefix)
    expect(e5.info().fingerprint).toBe(`${plain.info().fingerprint} ["query: ","passage: "]`)
    const full = 'a '.repeat(e5.info().maxSequenceLength - 2)
    expect(Math.hypot(...(await e5.embed([full], 'passage')))).toBeCloseTo(1, 5)
    await expect(e5.embed([`${full}a`], 'passage')).rejects.toMatchObject({ code: 'EMBED_TEXT_TOO_LONG' })
    await Promise.all([plain.close(), e5.close()])
  })

  it('leaves a text without a token a vector of zeros, prefix or not', async () => {
    const e5 = await open('intfloat/e5-small-v2')
    expect(await e5.embed(['', ' '], 'query')).toEqual(new Float32Array(64))
    await e5.close()
  })
})
