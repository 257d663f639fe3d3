import { isUlid } from '@pinakes/manifest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentId } from '../document-id.js'

describe('documentId', () => {
  it('is the same in every run', () => {
    // The first 128 bits of SHA-256('docs/eips/eip-1.md'), computed apart.
    expect(documentId('docs/eips/eip-1.md')).toBe('15DV7PVDD2KAJHPVEADEE40FP2')
  })

  it('is a ULID for every path, another for another path', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(isUlid(documentId(a))).toBe(true)
        expect(documentId(a) === documentId(b)).toBe(a === b)
      }),
    )
  })
})
