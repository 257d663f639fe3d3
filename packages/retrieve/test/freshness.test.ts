import { mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStamp } from '@pinakes/index'
import { contentHash } from '@pinakes/manifest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedPaths } from '../src/freshness.js'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pnk-fresh-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Writes a file an hour in the past, and its stamp as a sync a while later would have taken it. */
async function indexed(path: string, text: string) {
  const file = join(root, path)
  await writeFile(file, text)
  await utimes(file, new Date(1_700_000_000_000), new Date(1_700_000_000_000))
  const { size, mtimeMs, ctimeMs, ino } = await stat(file)
  const hash = contentHash(text)
  const stamp: FileStamp = { path, size, mtimeMs, ctimeMs, ino, hash, takenMs: ctimeMs + 60_000 }
  return { file: { path, contentHash: hash }, stamp }
}
const changed = async (file: { path: string; contentHash: string }, ...stamps: FileStamp[]) =>
  (await changedPaths(root, [file], new Map(stamps.map((stamp) => [stamp.path, stamp])))).has(file.path)

describe('a served document against its file', () => {
  it('is unchanged when the stamp still holds, without reading the file', async () => {
    const { file, stamp } = await indexed('a.md', 'old text')
    expect(await changed(file, stamp)).toBe(false)
    // No file has this hash: only the stamp can vouch for it.
    const hash = contentHash('never written')
    expect(await changed({ ...file, contentHash: hash }, { ...stamp, hash })).toBe(false)
  })

  it('is judged by content when there is no stamp', async () => {
    const { file } = await indexed('a.md', 'old text')
    expect(await changed(file)).toBe(false)
    await writeFile(join(root, 'a.md'), 'new text')
    expect(await changed(file)).toBe(true)
  })

  it('is changed after an edit that keeps the size', async () => {
    const { file, stamp } = await indexed('a.md', 'old text')
    await writeFile(join(root, 'a.md'), 'new text')
    expect(await changed(file, stamp)).toBe(true)
  })

  it('is changed after an edit that keeps size and mtime', async () => {
    const { file, stamp } = await indexed('a.md', 'old text')
    await writeFile(join(root, 'a.md'), 'new text')
    await utimes(join(root, 'a.md'), new Date(stamp.mtimeMs), new Date(stamp.mtimeMs))
    expect(await changed(file, stamp)).toBe(true)
  })

  it('is unchanged when only touched', async () => {
    const { file, stamp } = await indexed('a.md', 'old text')
    await utimes(join(root, 'a.md'), new Date(), new Date())
    expect(await changed(file, stamp)).toBe(false)
  })

  it('is hashed when the stamp was taken in the instant of the change', async () => {
    const { file, stamp } = await indexed('a.md', 'old text')
    const racy = { ...stamp, takenMs: stamp.ctimeMs }
    expect(await changed({ ...file, contentHash: contentHash('what was chunked') }, racy)).toBe(true)
    expect(await changed(file, racy)).toBe(false)
  })

  it('is hashed as a stream when it is large', async () => {
    const { file } = await indexed('a.md', 'x'.repeat((1 << 20) + 1))
    expect(await changed(file)).toBe(false)
    await writeFile(join(root, 'a.md'), `y${'x'.repeat(1 << 20)}`)
    expect(await changed(file)).toBe(true)
  })

  it('is changed when the stamped content is not the chunked one', async () => {
    const { file, stamp } = await indexed('a.md', 'newer text')
    expect(await changed({ ...file, contentHash: contentHash('chunked text') }, stamp)).toBe(true)
  })

  it('is changed when the file is gone or a directory', async () => {
    const { file, stamp } = await indexed('a.md', 'old text')
    await rm(join(root, 'a.md'))
    expect(await changed(file, stamp)).toBe(true)
    expect(await changed({ path: '.', contentHash: file.contentHash })).toBe(true)
  })

  it('is hashed through a symbolic link, whose own stamp says nothing', async () => {
    const { file } = await indexed('target.md', 'old text')
    await symlink('target.md', join(root, 'link.md'))
    expect(await changed({ ...file, path: 'link.md' })).toBe(false)
    await writeFile(join(root, 'target.md'), 'new text')
    expect(await changed({ ...file, path: 'link.md' })).toBe(true)
  })

  it('is changed, and not read, when a symbolic link leads out of the knowledge base', async () => {
    const { file } = await indexed('a.md', 'old text')
    const outside = await mkdtemp(join(tmpdir(), 'pnk-fresh-outside-'))
    try {
      await writeFile(join(outside, 'same.md'), 'old text')
      await symlink(join(outside, 'same.md'), join(root, 'far.md'))
      expect(await changed({ ...file, path: 'far.md' })).toBe(true)
      await symlink(outside, join(root, 'way-out'))
      expect(await changed({ ...file, path: 'way-out/same.md' })).toBe(true)
    } finally {
      await rm(outside, { recursive: true })
    }
  })

  it('is compared once however many passages come from it, and independently of others', async () => {
    const files = await Promise.all(Array.from({ length: 40 }, (_, i) => indexed(`${i}.md`, `text ${i}`)))
    await writeFile(join(root, '7.md'), 'edited')
    const all = files.map(({ file }) => file)
    expect(await changedPaths(root, [...all, ...all], new Map())).toEqual(new Map([['7.md', 'changed']]))
    expect(await changedPaths(root, [], new Map())).toEqual(new Map())
    await rm(join(root, '7.md'))
    expect(await changedPaths(root, all, new Map())).toEqual(new Map([['7.md', 'gone']]))
  })
})
