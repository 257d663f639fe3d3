import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson, extractionFingerprint } from '../src/index.js'

describe('canonicalJson', () => {
  it('sorts keys by code point, spaces its separators and leaves non-ASCII as itself', () => {
    expect(canonicalJson({ b: 'é"\\\n', a: '1', '😀': 'z', '～': 'y' })).toBe(
      '{"a": "1", "b": "é\\"\\\\\\n", "～": "y", "😀": "z"}',
    )
  })

  it('is {} without inputs', () => {
    expect(canonicalJson({})).toBe('{}')
  })
})

describe('extractionFingerprint', () => {
  it('is the SHA-256 of the canonical JSON, whatever the order of the keys', () => {
    const expected = createHash('sha256').update('{"backend": "fake", "v": "1"}').digest('hex')
    expect(extractionFingerprint({ v: '1', backend: 'fake' })).toBe(expected)
    expect(extractionFingerprint({ backend: 'fake', v: '1' })).toBe(expected)
  })

  it('changes with any input', () => {
    expect(extractionFingerprint({ backend: 'fake', v: '1' })).not.toBe(
      extractionFingerprint({ backend: 'fake', v: '2' }),
    )
  })
})
