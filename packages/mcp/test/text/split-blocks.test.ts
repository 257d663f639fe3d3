import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitBlocks } from '../../src/text/split-blocks.js'

describe('splitBlocks', () => {
  it('parts at blank lines, which stay with the block before', () => {
    expect(splitBlocks('a\nb\n\n \nc\n')).toEqual(['a\nb\n\n \n', 'c\n'])
    expect(splitBlocks('')).toEqual([])
    expect(splitBlocks('\n\na')).toEqual(['\n\n', 'a'])
  })

  it('keeps a fenced code block whole, until the fence that closes it or the end', () => {
    expect(splitBlocks('```\na\n\nb\n```\n\nc')).toEqual(['```\na\n\nb\n```\n\n', 'c'])
    expect(splitBlocks('````\na\n\n```\n\nb\n````\n\nc')).toHaveLength(2)
    expect(splitBlocks('~~~\na\n\n```\n\nb')).toHaveLength(1)
  })

  it('loses nothing', () => {
    const line = fc.constantFrom('', ' ', 'a', '```', '~~~', '# h', 'x y')
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n')
        expect(splitBlocks(text).join('')).toBe(text)
      }),
    )
  })
})
