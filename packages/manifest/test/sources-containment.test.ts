import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseManifest } from '../src/index.js'
import { caught } from './caught.js'
import { minimal } from './minimal-manifest.js'
import { tempDir } from './temp-dir.js'

interface Lists {
  readonly roots?: readonly string[]
  readonly include?: readonly string[]
}

function load(root: string, { roots = ['docs/'], include = ['**/*.md'] }: Lists) {
  const sources = `roots = ${JSON.stringify(roots)}\ninclude = ${JSON.stringify(include)}`
  return parseManifest(minimal({ sources }), { path: join(root, 'pinakes.toml'), root })
}

test('patterns that stay in the KB are accepted, through `..` too, and a missing root is fine', () => {
  const root = tempDir({ 'docs/a.md': '' })
  const include = [
    '../notes/*.md',
    '**/*.md',
    '*/../x.md',
    '**/../docs/*',
    '..',
    '**',
    'a/../../b/*',
    'x/**/../y.md',
  ]
  for (const pattern of include) {
    expect(load(root, { include: [pattern] }).sources.include, pattern).toEqual([pattern])
  }
  for (const entry of ['none/such', './docs', '.', '..x', 'a..b/']) {
    expect(load(root, { roots: [entry] }).sources.roots, entry).toEqual([entry])
  }
})

test('patterns that can lead out are refused, naming pattern and root', () => {
  const root = tempDir({ 'docs/a.md': '' })
  const outside = [
    '../../outside/*.md',
    '*/../../../outside/**',
    '**/../../x.md',
    '../..',
    '**/../..',
    'a/../../../b',
  ]
  for (const pattern of outside) {
    const error = caught(() => load(root, { include: [pattern], roots: ['other', 'docs/'] }))
    expect(error.code, pattern).toBe('MANIFEST_SOURCES')
    expect(error.message).toContain(`${JSON.stringify(pattern)} under root "docs/"`)
    expect(error.message).toContain('under root "other"')
  }
})

test('any pattern under a root that is a link to the outside is refused', () => {
  const root = tempDir({ 'kb/x': '', 'outside/a.md': '' })
  symlinkSync('../outside', join(root, 'kb/docs'))
  for (const pattern of ['**/*.md', '*', 'a.md', '**', 'sub/*.md']) {
    expect(caught(() => load(join(root, 'kb'), { include: [pattern] })).code, pattern).toBe(
      'MANIFEST_SOURCES',
    )
  }
})

test('a link inside the KB is no reason to refuse', () => {
  const root = tempDir({ 'real/a.md': '' })
  symlinkSync('real', join(root, 'docs'))
  expect(load(root, {}).sources.roots).toEqual(['docs/'])
})

test('an absolute pattern has its own message', () => {
  const error = caught(() => load('/kb', { include: ['/etc/*.md'] }))
  expect(error).toMatchObject({ code: 'MANIFEST_SOURCES', message: expect.stringContaining('is absolute') })
})

test('roots are relative and hold no `..`', () => {
  for (const entry of ['/docs', '../docs', 'docs/..', 'a/../b', '..']) {
    const error = caught(() => load('/kb', { roots: [entry] }))
    expect(error.code, entry).toBe('MANIFEST_SOURCES')
    expect(error.message).toContain(`root ${JSON.stringify(entry)}`)
  }
})

test('a pattern that cannot be resolved cannot be walked, and is never called outside', () => {
  const root = tempDir()
  symlinkSync('loop', join(root, 'loop'))
  for (const [roots, include] of [
    [['docs'], ['a\0b/*.md']],
    [['loop'], ['x/*.md']],
    [['do\0cs'], ['*.md']],
  ] as const) {
    const error = caught(() => load(root, { roots, include }))
    expect(error.code).toBe('MANIFEST_SOURCES')
    expect(error.message).toContain('cannot be walked')
  }
})

test('exclude only narrows, so it may say anything', () => {
  const sources = 'exclude = ["../../x", "/etc/**"]'
  expect(parseManifest(minimal({ sources }), { path: '/kb/x', root: '/kb' }).sources.exclude).toHaveLength(2)
})
