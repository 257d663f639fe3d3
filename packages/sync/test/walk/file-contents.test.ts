import { contentHash, FileStat } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { FileContents } from '../../src/walk/file-contents.js'
import { stampOf } from '../../src/walk/stamps.js'

const now = 1_800_000_000_000
const quiet = new FileStat(0o100644, 3, now - 5000.5, now - 5000.5, 7)
const bytes = Buffer.from('abc')
const stamp = (stats: FileStat) => stampOf('a.md', stats, contentHash(bytes), now)

describe('FileContents', () => {
  it('gives the bytes of a file that is as it was, once', () => {
    const contents = new FileContents()
    contents.keep(bytes, stamp(quiet))
    expect(contents.take('a.md', quiet)?.bytes).toBe(bytes)
    expect(contents.take('a.md', quiet)).toBeNull()
    expect(contents.take('b.md', quiet)).toBeNull()
  })

  it('gives none of a file that changed, or that had changed too shortly before it was read', () => {
    const contents = new FileContents()
    contents.keep(bytes, stamp(quiet))
    expect(contents.take('a.md', new FileStat(0o100644, 4, now - 5000.5, now - 5000.5, 7))).toBeNull()
    const restless = new FileStat(0o100644, 3, now - 1.5, now - 1.5, 7)
    contents.keep(bytes, stamp(restless))
    expect(contents.take('a.md', restless)).toBeNull()
  })

  it('keeps 64 MiB at most, and has room again for what was taken', () => {
    const contents = new FileContents()
    const large = new Uint8Array(40 * 1024 * 1024)
    contents.keep(large, { ...stamp(quiet), path: 'first' })
    contents.keep(large, { ...stamp(quiet), path: 'second' })
    expect(contents.take('second', quiet)).toBeNull()
    expect(contents.take('first', quiet)).not.toBeNull()
    contents.keep(large, { ...stamp(quiet), path: 'second' })
    expect(contents.take('second', quiet)).not.toBeNull()
  })
})
