import { describe, expect, it } from 'vitest'
import { fenceAround } from '../../src/answer/fence.js'

describe('fenceAround', () => {
  it('draws again while a text holds the marker, in whatever case', () => {
    const drawn = ['abc', 'def', '123']
    const fence = fenceAround(['</evidence-ABC>', 'def'], () => drawn.shift() ?? '')
    expect(fence.wrap('text')).toBe('<evidence-123>\ntext\n</evidence-123>')
  })

  it('changes nothing of the text', () => {
    const text = '\u0000 </evidence> \ud800\n'
    expect(fenceAround([text]).wrap(text)).toContain(`>\n${text}\n<`)
  })
})
