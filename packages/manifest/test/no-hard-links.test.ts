import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createFileExclusive } from '../src/index.js'
import { tempDir } from './temp-dir.js'

const refusal = { code: 'ENOTSUP' }

/** A file system without hard links, which is the system's doing and not ours. */
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  link: () => Promise.reject(Object.assign(new Error(refusal.code), refusal)),
}))

beforeEach(() => {
  refusal.code = 'ENOTSUP'
})

test('where there are no hard links the name is opened exclusively', async () => {
  for (const code of ['ENOTSUP', 'EPERM', 'EMLINK', 'ENOSYS']) {
    refusal.code = code
    const root = tempDir({ taken: 'kept' })
    await createFileExclusive(join(root, 'a'), 'a')
    await expect(createFileExclusive(join(root, 'taken'), 'new')).rejects.toMatchObject({ code: 'EEXIST' })
    expect([readFileSync(join(root, 'a'), 'utf8'), readFileSync(join(root, 'taken'), 'utf8')]).toEqual([
      'a',
      'kept',
    ])
    expect(readdirSync(root).sort()).toEqual(['a', 'taken'])
  }
})

test('of creators that race without hard links one wins', async () => {
  const root = tempDir()
  const tries = Array.from({ length: 10 }, (_, i) => createFileExclusive(join(root, 'a'), `writer ${i}`))
  const won = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  expect(won).toHaveLength(1)
  expect(readdirSync(root)).toEqual(['a'])
})

test('another refusal to link is reported, and leaves nothing', async () => {
  refusal.code = 'EIO'
  const root = tempDir()
  mkdirSync(join(root, 'd'))
  await expect(createFileExclusive(join(root, 'd/a'), 'a')).rejects.toMatchObject({ code: 'EIO' })
  expect(readdirSync(join(root, 'd'))).toEqual([])
})
