import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeText } from '../../src/output/escape.js'
import { toJson } from '../../src/output/json.js'
import { count, firstFew, indent } from '../../src/output/lines.js'
import { style } from '../../src/output/style.js'

describe('escapeText', () => {
  it('keeps newlines, tabs and every letter', () => {
    expect(escapeText('a\n\tbé 今天 🙂')).toBe('a\n\tbé 今天 🙂')
  })

  it('leaves nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
      }),
    )
  })
})

describe('toJson', () => {
  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(toJson({ text }))).toEqual({ text })
      }),
    )
  })

  it('holds no raw control or reordering character', () => {
    expect(toJson('\u001b\u009b\u202e')).toBe('"\\u001b\\u009b\\u202e"')
  })
})

describe('lines', () => {
  it('counts in the singular and the plural', () => {
    expect([count(0, 'document'), count(1, 'document'), count(2, 'copy', 'copies')]).toEqual([
      '0 documents',
      '1 document',
      '2 copies',
    ])
  })

  it('indents every line but the empty ones', () => {
    expect(indent('a\n\nb', 4)).toBe('    a\n\n    b')
  })

  it('names the first few and counts the rest', () => {
    expect(firstFew(['a', 'b', 'c'])).toBe('a, b, c')
    expect(firstFew(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more')
  })
})

describe('style', () => {
  it('changes nothing when colour is off', () => {
    const plain = style(false)
    expect([plain.strong('a'), plain.bad('b'), plain.faint('c')]).toEqual(['a', 'b', 'c'])
  })

  it('paints when colour is on', () => {
    expect(style(true).bad('x')).toBe('\u001b[31mx\u001b[39m')
  })
})
