import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineReader } from '../../src/stdio/line-reader.js'

function reading(chunks: readonly Buffer[], most?: number) {
  const lines: (string | null)[] = []
  const read = lineReader({ onLine: (line) => lines.push(line), onTooLong: () => lines.push(null) }, most)
  for (const chunk of chunks) read(chunk)
  return lines
}

describe('lineReader', () => {
  it('gives the same lines however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((s) => s.replaceAll('\n', ''))),
        fc.nat(),
        (lines, at) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
          const cut = bytes.length === 0 ? 0 : at % bytes.length
          expect(reading([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(reading([bytes]))
          expect(reading([bytes])).toHaveLength(lines.length)
        },
      ),
    )
  })

  it('drops a line that is too long whole, once, and goes on with the next', () => {
    const chunks = ['ab', 'cdef', 'ghi\nxy\n', '12345'].map((text) => Buffer.from(text))
    expect(reading(chunks, 4)).toEqual([null, 'xy'])
  })
})
