import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFileExclusive, startWriteBatch, temporaryName, writeFileAtomic } from '../src/index.js'
import { tempDir } from './temp-dir.js'

const read = (...parts: string[]) => readFileSync(join(...parts), 'utf8')

test('an atomic write replaces the content and leaves nothing beside it', async () => {
  const root = tempDir({ 'a.yaml': 'old' })
  await writeFileAtomic(join(root, 'a.yaml'), 'new')
  await writeFileAtomic(join(root, 'b.yaml'), Buffer.from([0, 255]))
  expect(read(root, 'a.yaml')).toBe('new')
  expect(readFileSync(join(root, 'b.yaml'))).toEqual(Buffer.from([0, 255]))
  expect(readdirSync(root).sort()).toEqual(['a.yaml', 'b.yaml'])
})

test('an atomic write keeps the permissions of the file it replaces', async () => {
  const root = tempDir({ 'a.yaml': 'old' })
  chmodSync(join(root, 'a.yaml'), 0o640)
  await writeFileAtomic(join(root, 'a.yaml'), 'new')
  expect(statSync(join(root, 'a.yaml')).mode & 0o777).toBe(0o640)
})

test('a write that fails leaves the old content and no temporary file', async () => {
  const root = tempDir({ 'dir/x': 'kept' })
  const dir = join(root, 'dir')
  await expect(writeFileAtomic(dir, 'new')).rejects.toMatchObject({ code: /^E/, path: dir })
  const full = Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 })
  const other = Object.assign(new Error('other'), { code: 'EACCES', errno: -13, path: '/other' })
  for (const [error, path] of [
    [full, join(root, 'dir/x')],
    [other, '/other'],
  ] as const) {
    const beforeRename = () => Promise.reject(error)
    await expect(writeFileAtomic(join(root, 'dir/x'), 'new', { beforeRename })).rejects.toMatchObject({
      path,
    })
  }
  for (const write of [writeFileAtomic, createFileExclusive]) {
    const path = join(root, 'none/a')
    await expect(write(path, 'new')).rejects.toMatchObject({ code: 'ENOENT', path })
  }
  expect(readdirSync(root)).toEqual(['dir'])
  expect(read(root, 'dir/x')).toBe('kept')
})

test('the temporary file may be named, and is never one that another writer has', async () => {
  const root = tempDir({ '.tmp-1.tmp': 'another writer' })
  const writing = writeFileAtomic(join(root, 'a.json'), '{}', { tempName: '.tmp-1.tmp' })
  await expect(writing).rejects.toMatchObject({ code: 'EEXIST' })
  expect(existsSync(join(root, 'a.json'))).toBe(false)
  expect(read(root, '.tmp-1.tmp')).toBe('another writer')
  await writeFileAtomic(join(root, 'a.json'), '{}', { tempName: '.tmp-2.tmp' })
  expect(readdirSync(root).sort()).toEqual(['.tmp-1.tmp', 'a.json'])
})

test('concurrent writers of one file leave one whole content', async () => {
  const root = tempDir()
  const contents = Array.from({ length: 20 }, (_, i) => String(i).repeat(10_000))
  await Promise.all(contents.map((content) => writeFileAtomic(join(root, 'a'), content)))
  expect(contents).toContain(read(root, 'a'))
  expect(readdirSync(root)).toEqual(['a'])
})

test('an exclusive create writes a new file whole', async () => {
  const root = tempDir()
  await createFileExclusive(join(root, 'a.pnk.yaml'), 'id: x\n')
  expect(read(root, 'a.pnk.yaml')).toBe('id: x\n')
  expect(readdirSync(root)).toEqual(['a.pnk.yaml'])
})

test('an exclusive create refuses whatever is there: a file, a directory, a dangling link', async () => {
  const root = tempDir({ file: 'kept' })
  mkdirSync(join(root, 'directory'))
  symlinkSync('nowhere', join(root, 'link'))
  for (const name of ['file', 'directory', 'link']) {
    await expect(createFileExclusive(join(root, name), 'new'), name).rejects.toMatchObject({ code: 'EEXIST' })
  }
  expect(read(root, 'file')).toBe('kept')
  expect(readlinkSync(join(root, 'link'))).toBe('nowhere')
  expect(existsSync(join(root, 'nowhere'))).toBe(false)
  expect(readdirSync(root).sort()).toEqual(['directory', 'file', 'link'])
})

test('of creators that race one wins, and the file is its content', async () => {
  const root = tempDir()
  const tries = Array.from({ length: 20 }, (_, i) => createFileExclusive(join(root, 'a'), `writer ${i}`))
  const outcomes = await Promise.allSettled(tries)
  const won = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [`writer ${i}`] : []))
  expect(won).toEqual([read(root, 'a')])
  expect(readdirSync(root)).toEqual(['a'])
})

test('temporary names are the file name with process, random part and .new, cut at the front where too long', () => {
  expect(temporaryName('/kb/a.md.pnk.yaml')).toMatch(
    new RegExp(`^a\\.md\\.pnk\\.yaml\\.${process.pid}\\.[0-9a-f]{12}\\.new$`),
  )
  expect(temporaryName('x')).not.toBe(temporaryName('x'))
  const long = temporaryName(`/kb/${'é'.repeat(123)}.pnk.yaml`)
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255)
  expect(long).toMatch(/^é+\.pnk\.yaml\.\d+\.[0-9a-f]{12}\.new$/)
})

test('a name of 255 bytes can be written', async () => {
  const root = tempDir()
  const name = `${'n'.repeat(246)}.pnk.yaml`
  await createFileExclusive(join(root, name), 'a')
  await writeFileAtomic(join(root, name), 'b')
  expect(read(root, name)).toBe('b')
  expect(readdirSync(root)).toEqual([name])
})

test('a batch creates and replaces like single writes do, and can be flushed again and again', async () => {
  const root = tempDir({ 'x/old': 'old' })
  const batch = startWriteBatch()
  await Promise.all([batch.create(join(root, 'x/a'), 'a'), batch.create(join(root, 'b'), 'b')])
  await batch.write(join(root, 'x/old'), 'new')
  await expect(batch.create(join(root, 'b'), 'c')).rejects.toMatchObject({ code: 'EEXIST' })
  await batch.flush()
  await batch.create(join(root, 'late'), 'late')
  await batch.flush()
  await batch.flush()
  expect([read(root, 'x/a'), read(root, 'b'), read(root, 'x/old'), read(root, 'late')]).toEqual([
    'a',
    'b',
    'new',
    'late',
  ])
  expect(lstatSync(join(root, 'b')).isFile()).toBe(true)
  expect(readdirSync(root).sort()).toEqual(['b', 'late', 'x'])
})
