import { describe, expect, it } from 'vitest'
import { parseTableHeader } from '../../src/static/table-header.js'
import { smallTable, tableBytes } from './table-bytes.js'

const good = tableBytes(smallTable())

/** The header with one u32 replaced. */
function altered(position: number, value: number): Buffer {
  const bytes = Buffer.from(good)
  bytes.writeUInt32LE(value, position)
  return bytes
}

describe('parseTableHeader', () => {
  it('reads a header that fits its file', () => {
    expect(parseTableHeader(good, good.length)).toMatchObject({
      vocabularySize: 4,
      dim: 32,
      unknownId: 0,
      slots: 8,
    })
  })

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['fewer bytes than a header', good.subarray(0, 100)],
    ['a page of HTML', Buffer.from(`<!DOCTYPE html>${' '.repeat(500)}`)],
    ['zeros', Buffer.alloc(4096)],
    ['half of the file', good.subarray(0, good.length / 2)],
    ['one byte too many', Buffer.concat([good, Buffer.alloc(1)])],
    ['another version', altered(8, 2)],
    ['no columns', altered(16, 0)],
    ['a width that is no multiple of 32', altered(16, 33)],
    ['an unknown id outside of the vocabulary', altered(20, 4)],
    ['slots that are no power of two', altered(24, 7)],
    ['a huge vocabulary', altered(12, 0xffffffff)],
    ['an offset into the header', altered(32, 64)],
    ['sections out of order', altered(36, 64 * 100)],
  ])('says what is wrong with %s', (_, bytes) => {
    const header = parseTableHeader(bytes, bytes.length)
    expect(header).toHaveProperty('fault')
  })
})
