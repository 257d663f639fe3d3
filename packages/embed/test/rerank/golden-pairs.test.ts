import { describe, expect, it } from 'vitest'
import { openModel } from '../../src/encode/open-model.js'
import type { TokenBatch } from '../../src/encode/token-batch.js'
import { CrossEncoder } from '../../src/rerank/cross-encoder.js'
import { goldenRows } from '../fixture-paths.js'
import { useModelCache } from '../model-cache-fixture.js'
import { CROSS_ENCODERS } from '../runtimes.js'

interface Row {
  readonly query: string
  readonly passage: string
  readonly window: number
  readonly ids: number[]
  readonly typeIds: number[]
  readonly logit: number
}

const cache = useModelCache()
const MODELS = [
  ['tiny-bert', 'tiny-bert-reranker'],
  ['tiny-xlmr', 'tiny-xlmr-reranker'],
] as const
const CASES = CROSS_ENCODERS.flatMap(([name, open]) =>
  MODELS.map(([golden, model]) => ({ name, open, golden, model })),
)

describe.each(CASES)('$model run by $name', ({ name, open, golden, model }) => {
  const rows = goldenRows<Row>(`${golden}-pairs`)

  const encoderFor = async (window: number, seen: TokenBatch[] = []) => {
    cache.add('pinakes/tiny', model)
    const opened = await openModel({ model: 'pinakes/tiny', revision: null, offline: true }, open)
    const { runtime } = opened
    const recorded: typeof runtime = {
      run: (batch, read) => {
        seen.push(batch)
        return runtime.run(batch, read)
      },
      close: () => runtime.close(),
    }
    const identity = { provider: name, model: 'pinakes/tiny', revision: null, dim: 0, fingerprint: null }
    const info = { ...identity, maxSequenceLength: window }
    return new CrossEncoder({ ...opened, runtime: recorded, info, limits: { maxTokens: 2048, maxRows: 32 } })
  }

  it.each([512, 17, 16])('pairs, truncates and scores as the reference in a window of %i', async (window) => {
    const seen: TokenBatch[] = []
    const encoder = await encoderFor(window, seen)
    for (const row of rows.filter((one) => one.window === window)) {
      const [logit] = await encoder.score(row.query, [row.passage])
      const batch = seen.at(-1)
      expect(Array.from(batch?.inputIds ?? [], Number), row.query).toEqual(row.ids)
      expect(Array.from(batch?.tokenTypeIds ?? [], Number), row.query).toEqual(row.typeIds)
      expect(Math.abs((logit ?? Number.NaN) - row.logit), row.query).toBeLessThan(1e-3)
    }
    await encoder.close()
  })

  it('scores passages of very different lengths together as it does alone, in their order', async () => {
    const encoder = await encoderFor(512)
    const passages = [
      'short',
      'word '.repeat(900),
      '',
      'Paris is the capital of France.',
      '東京 😀',
      'a b c '.repeat(40),
    ]
    const together = await encoder.score('What is the capital of France?', passages)
    expect(together).toHaveLength(passages.length)
    for (const [i, passage] of passages.entries()) {
      const [alone] = await encoder.score('What is the capital of France?', [passage])
      expect(Math.abs((alone ?? Number.NaN) - (together[i] ?? Number.NaN)), passage).toBeLessThan(1e-3)
    }
    expect(await encoder.score('anything', [])).toEqual([])
    await encoder.close()
  })
})
