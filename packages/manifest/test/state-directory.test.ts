import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkStateDirectory, findKbRoot, kbPaths } from '../src/index.js'
import { caught } from './caught.js'
import { tempDir } from './temp-dir.js'

const LINKS: readonly (readonly [string, string])[] = [
  ['.pinakes', '../elsewhere'],
  ['.pinakes', 'docs'],
  ['.pinakes/index.db', '../../elsewhere/theirs.db'],
  ['.pinakes/index.db', 'missing'],
  ['.pinakes/index.db-wal', '../docs/a.md'],
  ['.pinakes/index.db.new', '../../elsewhere/theirs.db'],
  ['.pinakes/sync.lock', '../../elsewhere/theirs.db'],
  ['.pinakes/settled.json', '../../elsewhere/theirs.db'],
  ['.pinakes/cache', '../../elsewhere'],
  ['.pinakes/cache/extract', '../../../elsewhere'],
  ['.pinakes/cache/extract/partial', '/tmp'],
]

test.each(LINKS)('a link at %s to %s refuses the whole KB', (place, target) => {
  const outer = tempDir({ 'kb/pinakes.toml': '', 'kb/docs/a.md': '', 'elsewhere/theirs.db': 'theirs' })
  const root = join(outer, 'kb')
  mkdirSync(dirname(join(root, place)), { recursive: true })
  symlinkSync(target, join(root, place))
  expect(caught(() => checkStateDirectory(root))).toMatchObject({
    code: 'STATE_LINKED',
    details: { path: join(root, place) },
    remedy: expect.stringContaining('Remove the link'),
  })
  expect(caught(() => findKbRoot(join(root, 'docs'))).code).toBe('STATE_LINKED')
})

test('no state, or state as syncs leave it, is fine', () => {
  const root = tempDir({ 'pinakes.toml': '' })
  expect(findKbRoot(root)).toBe(root)
  const { index, extractCacheDir } = kbPaths(root)
  mkdirSync(extractCacheDir, { recursive: true })
  writeFileSync(index, '')
  writeFileSync(`${index}-wal`, '')
  expect(findKbRoot(root)).toBe(root)
})

test('a file in the place of the state folder is left to whoever opens it', () => {
  const root = tempDir({ 'pinakes.toml': '', '.pinakes': 'a file' })
  expect(findKbRoot(root)).toBe(root)
})

test('a pipe in the place of the lock is refused: reading it would wait for ever', () => {
  const root = tempDir({ 'pinakes.toml': '', '.pinakes/x': '' })
  spawnSync('mkfifo', [kbPaths(root).lock])
  expect(caught(() => findKbRoot(root))).toMatchObject({
    code: 'STATE_LINKED',
    message: expect.stringContaining('neither a file nor a folder'),
  })
})
