import type { TierAgreement } from '@pinakes/index'
import { describe, expect, it } from 'vitest'
import { scaleRow } from '../../src/doctor/checks/scale.js'
import { type VectorTierState, vectorTierRow } from '../../src/doctor/checks/vector-tier.js'

const hit = (chunkId: number, cosine: number) => ({ chunkId, rank: 3, cosine })
const agreed: TierAgreement = { tier: 'int8', queries: 20, difference: null }
const differing: TierAgreement = {
  tier: 'int8',
  queries: 20,
  difference: { rank: 3, wanted: hit(1, 0.9), found: hit(2, 0.8) },
}
const row = (state: Partial<VectorTierState>) =>
  vectorTierRow({ setting: 'auto', chunks: 12, agreements: [agreed], ...state })

describe('vector tier', () => {
  it('names the tier, why it is taken, and that it agrees', () => {
    expect(row({}).detail).toBe(
      'exact for 12 chunks: vector_tier = "auto" takes int8 from 2000 on; int8 finds for 20 stored vectors what an exact scan finds',
    )
    expect(row({ chunks: 2000 })).toMatchObject({
      status: 'OK',
      detail: expect.stringMatching(/^int8 for 2000 /),
    })
    expect(row({ setting: 'numpy', chunks: 2000 }).detail).toMatch(
      /^exact for 2000 chunks: vector_tier = "numpy"/,
    )
    expect(row({ chunks: 0, agreements: [{ ...agreed, queries: 0 }] }).detail).toMatch(/from 2000 on$/)
  })

  it('warns of many chunks by the exact tier alone, with the setting that is fast', () => {
    for (const setting of ['numpy', 'exact'] as const) {
      expect(row({ setting, chunks: 49_999 }).status).toBe('OK')
      expect(row({ setting, chunks: 50_000 })).toMatchObject({
        status: 'WARN',
        remedy: expect.stringMatching(/vector_tier = "auto"/),
      })
    }
    for (const setting of ['auto', 'int8', 'sqlite-vec'] as const)
      expect(row({ setting, chunks: 1_999_999 }).status).toBe('OK')
  })

  it('asks for a split at two million chunks, by whichever tier', () => {
    for (const setting of ['auto', 'numpy', 'exact', 'int8', 'sqlite-vec'] as const)
      expect(row({ setting, chunks: 2_000_000 })).toMatchObject({
        status: 'WARN',
        remedy: expect.stringMatching(/^split the knowledge base/),
      })
  })

  it('fails where a tier finds something else, however large the index is', () => {
    for (const chunks of [12, 2_000_000])
      expect(row({ chunks, agreements: [differing] })).toMatchObject({
        status: 'FAIL',
        detail: expect.stringContaining(
          'int8 does not find for a stored vector what an exact scan finds, from rank 3 on',
        ),
        remedy: 'pnk sync --rebuild',
      })
    expect(row({ agreements: [agreed, { ...differing, tier: 'sqlite-vec' }] })).toMatchObject({
      status: 'FAIL',
      remedy: expect.stringMatching(/^pnk sync --rebuild; if it stays, set vector_tier = "auto"/),
    })
  })
})

describe('scale', () => {
  it('is what the tier of the searches answers at once', () => {
    expect(scaleRow('numpy', 50_000).status).toBe('OK')
    expect(scaleRow('numpy', 50_001)).toMatchObject({
      status: 'WARN',
      remedy: expect.stringMatching(/^split/),
    })
    expect(scaleRow('auto', 50_001)).toMatchObject({
      status: 'OK',
      detail: '50001 of 1999999 chunks that int8 answers at once',
    })
    expect(scaleRow('auto', 2_000_000).status).toBe('WARN')
  })
})
