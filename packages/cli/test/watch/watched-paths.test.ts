import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isWatched, rootKeys } from '../../src/watch/watched-paths.js'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'pnk-watched-')))
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the keys of the roots', () => {
  it('name them with and without a slash, there or not, and the knowledge base itself', () => {
    expect(rootKeys(root, ['docs/', './notes/2026', '.', 'docs'])).toEqual(['', 'docs', 'notes/2026'])
  })

  it('add the folder that a link leads to, and nothing outside', () => {
    mkdirSync(join(root, 'real'))
    symlinkSync('real', join(root, 'docs'))
    symlinkSync(tmpdir(), join(root, 'far'))
    expect(rootKeys(root, ['docs/', 'far'])).toEqual(['docs', 'far', 'real'])
  })
})

describe('what is watched', () => {
  const roots = ['docs', 'notes/2026']

  it.each(['', 'pinakes.toml', 'docs', 'docs/a.md', 'docs/a.md.pnk.yaml', 'docs/new/b.md', 'notes'])(
    '%j may be news',
    (key) => expect(isWatched(key, roots)).toBe(true),
  )

  it.each([
    '.pinakes',
    '.pinakes/index.db',
    '.git/index',
    'docs/.git/HEAD',
    'docs/.pinakes/x',
    'documents/a.md',
    'notes/2025',
    'node_modules/a/b.md',
    'README.md',
  ])('%j is passed over', (key) => expect(isWatched(key, roots)).toBe(false))

  it('with the knowledge base itself as root, everything but state and version control is', () => {
    expect(['a.md', 'x/y.md', '.pinakes/sync.lock', '.git'].map((key) => isWatched(key, ['']))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
