import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentHash, hashFile, isContentHash } from '../src/index.js'
import { tempDir } from './temp-dir.js'

const ABC = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('a content hash is sha256: and the digest of the raw bytes', async () => {
  const root = tempDir({ 'abc.txt': 'abc', empty: '', 'big.txt': 'x'.repeat(1_000_000) })
  expect(contentHash('abc')).toBe(ABC)
  expect(contentHash(Buffer.from('abc'))).toBe(ABC)
  expect(await hashFile(join(root, 'abc.txt'))).toBe(ABC)
  expect(await hashFile(join(root, 'empty'))).toBe(contentHash(''))
  expect(await hashFile(join(root, 'big.txt'))).toBe(contentHash('x'.repeat(1_000_000)))
  await expect(hashFile(join(root, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('only that form is a content hash', () => {
  expect(isContentHash(ABC)).toBe(true)
  for (const text of [ABC.toUpperCase(), ABC.slice(7), `${ABC}0`, `${ABC}\n`, 'sha256:']) {
    expect(isContentHash(text)).toBe(false)
  }
})
