import { describe, expect, it } from 'vitest'
import { poolVectors } from '../../src/encode/pool.js'
import { padBatch } from '../../src/encode/token-batch.js'

const sequence = (...ids: number[]) => ({ ids: Uint32Array.from(ids), typeIds: new Uint8Array(ids.length) })
/** Two rows of three and two tokens, padded to three. */
const batch = padBatch([sequence(5, 6, 7), sequence(8, 9)], 1)
const states = { data: Float32Array.from([3, 4, 0, 0, 0, 0, 0, 2, 0, 4, 99, 99]), dims: [2, 3, 2] }

describe('padBatch', () => {
  it('pads at the right with the given id and masks it', () => {
    expect(Array.from(batch.inputIds, Number)).toEqual([5, 6, 7, 8, 9, 1])
    expect(Array.from(batch.attentionMask, Number)).toEqual([1, 1, 1, 1, 1, 0])
  })
})

describe('poolVectors', () => {
  it('takes the first token for CLS, scaled to length 1', () => {
    expect([...poolVectors(states, batch, 'cls')]).toEqual([3 / 5, 4 / 5, 0, 1].map(Math.fround))
  })

  it('averages what is not padding for mean', () => {
    expect([...poolVectors(states, batch, 'mean')]).toEqual([3 / 5, 4 / 5, 0, 1].map(Math.fround))
  })

  it('takes vectors that the graph pooled itself as they are', () => {
    const pooled = { data: Float32Array.from([0, 2, 3, 0]), dims: [2, 2] }
    expect([...poolVectors(pooled, batch, 'cls')]).toEqual([0, 1, 1, 0])
  })

  it.each([
    ['rows', [3, 3, 2]],
    ['columns', [2, 2, 2]],
    ['axes', [12]],
    ['size', [2, 3, 3]],
  ])('refuses an output with other %s', (_, dims) => {
    expect(() => poolVectors({ data: states.data, dims }, batch, 'cls')).toThrow(
      expect.objectContaining({ code: 'EMBED_MODEL_UNSUPPORTED' }),
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0])(
    'refuses a vector of %d, so that none is ever stored',
    (value) => {
      const data = Float32Array.from({ length: 12 }, () => value)
      expect(() => poolVectors({ data, dims: [2, 3, 2] }, batch, 'mean')).toThrow(
        expect.objectContaining({ code: 'EMBED_RUN_FAILED' }),
      )
    },
  )
})
