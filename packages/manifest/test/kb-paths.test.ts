import { symlinkSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import {
  displayPath,
  documentKey,
  documentOfSidecar,
  findKbRoot,
  kbPaths,
  landsInside,
  leadsInside,
  relativePaths,
  resolvePath,
  sidecarPath,
} from '../src/index.js'
import { caught } from './caught.js'
import { tempDir } from './temp-dir.js'

test('the root is the first directory upwards whose pinakes.toml is a file', () => {
  const root = tempDir({ 'pinakes.toml': '', 'docs/deep/a.md': '', 'docs/inner/pinakes.toml/x': '' })
  expect(findKbRoot(root)).toBe(root)
  expect(findKbRoot(join(root, 'docs/deep'))).toBe(root)
  expect(findKbRoot(join(root, 'docs/deep/a.md'))).toBe(root)
  expect(findKbRoot(join(root, 'docs/inner'))).toBe(root)
})

test('a nested KB is found before the one around it, and a linked start is resolved', () => {
  const root = tempDir({ 'pinakes.toml': '', 'sub/pinakes.toml': '', 'sub/docs/a.md': '' })
  const elsewhere = tempDir()
  symlinkSync(join(root, 'sub/docs'), join(elsewhere, 'alias'))
  expect(findKbRoot(join(elsewhere, 'alias'))).toBe(join(root, 'sub'))
})

test('without a KB the error names the start and three ways out', () => {
  const error = caught(() => findKbRoot(tempDir()))
  expect(error.code).toBe('KB_NOT_FOUND')
  expect(error.remedy).toMatch(/inside.*--kb.*init/)
})

test('a start that does not exist never means the KB around it', () => {
  const root = tempDir({ 'pinakes.toml': '' })
  const error = caught(() => findKbRoot(join(root, 'typo')))
  expect(error).toMatchObject({ code: 'KB_NOT_FOUND', message: expect.stringContaining('does not exist') })
})

test('the paths of a KB are where the format has them', () => {
  const paths = kbPaths('/kb')
  expect(paths).toMatchObject({
    manifest: '/kb/pinakes.toml',
    gitignore: '/kb/.gitignore',
    stateDir: '/kb/.pinakes',
    index: '/kb/.pinakes/index.db',
    newIndex: '/kb/.pinakes/index.db.new',
    lock: '/kb/.pinakes/sync.lock',
    ledger: '/kb/.pinakes/ledger.jsonl',
    extractCacheDir: '/kb/.pinakes/cache/extract',
    partialCacheDir: '/kb/.pinakes/cache/extract/partial',
    deepDir: '/kb/.pinakes/deep',
    evalDir: '/kb/eval',
  })
})

test('a document key is collapsed by name alone, whatever links there are', () => {
  const root = tempDir({ 'docs/real/x.md': '' })
  symlinkSync('real', join(root, 'docs/alias'))
  expect(documentKey(root, join(root, 'docs/alias/x.md'))).toBe('docs/alias/x.md')
  expect(documentKey(root, 'docs/alias/../real/./x.md')).toBe('docs/real/x.md')
  expect(documentKey(root, join(root, 'docs//../notes/y.md'))).toBe('notes/y.md')
  expect(documentKey(root, '..x/a.md')).toBe('..x/a.md')
})

test('the root and what lies outside have no key', () => {
  for (const path of ['.', '', '..', '../x', '/', '/kb-other/a.md', 'a/../..']) {
    expect(documentKey('/kb', path), path).toBeNull()
  }
})

test('a sidecar is the document name with the suffix appended', () => {
  expect(sidecarPath('docs/a.md')).toBe('docs/a.md.pnk.yaml')
  expect(documentOfSidecar('docs/a.md.pnk.yaml')).toBe('docs/a.md')
  for (const path of ['docs/a.md', '.pnk.yaml', 'docs/.pnk.yaml', 'a.pnk.yaml.1.2.new']) {
    expect(documentOfSidecar(path), path).toBeNull()
  }
})

function kbWithLinks(): string {
  const root = tempDir({ 'kb/docs/a.md': '', 'outside/x.md': '' })
  symlinkSync(join(root, 'outside'), join(root, 'kb/docs/escape'))
  symlinkSync(join(root, 'outside/x.md'), join(root, 'kb/docs/leaf.md'))
  symlinkSync('docs', join(root, 'kb/alias'))
  symlinkSync('loop', join(root, 'kb/docs/loop'))
  return join(root, 'kb')
}

test('inside: through `..` within the KB, a leaf that links outside, missing parts, the root itself', () => {
  const root = kbWithLinks()
  const docs = join(root, 'docs')
  const inside = [
    '../notes/x.md',
    'leaf.md',
    'no/such/place.md',
    'a.md',
    '..',
    '../../kb/docs/a.md',
    '.',
    '',
    '*/**/x',
  ]
  for (const path of inside) expect(landsInside(root, docs, path), path).toBe(true)
  expect(landsInside(root, root, 'alias/../pinakes.toml')).toBe(true)
  expect(landsInside(root, docs, join(root, 'x.md'))).toBe(true)
})

test('outside: too many `..`, a linked parent, a trailing `..` from the root, an absolute path', () => {
  const root = kbWithLinks()
  const docs = join(root, 'docs')
  const outside = [
    '../../evil.md',
    'escape/x.md',
    'escape/y/z.md',
    '../..',
    'no/../../../x',
    '../../kb2/x',
    '/etc/passwd',
  ]
  for (const path of outside) expect(landsInside(root, docs, path), path).toBe(false)
  expect(landsInside(root, root, '..')).toBe(false)
  expect(landsInside(root, docs, 'escape/..')).toBe(false)
})

test('reading stays inside only if the last link does too', () => {
  const root = kbWithLinks()
  const elsewhere = tempDir({ 'x.md': '' })
  symlinkSync(join(elsewhere, 'x.md'), join(root, 'docs/far.md'))
  symlinkSync(root, join(elsewhere, 'kb'))
  symlinkSync(join(elsewhere, 'kb/pinakes.toml'), join(root, 'docs/detour.md'))
  expect(landsInside(root, root, 'docs/far.md')).toBe(true)
  expect(leadsInside(root, join(root, 'docs/far.md'))).toBe(false)
  expect(leadsInside(root, join(root, 'docs/detour.md'))).toBe(true)
  expect(leadsInside(join(elsewhere, 'kb'), join(root, 'docs/missing.md'))).toBe(true)
  expect(leadsInside(root, join(root, 'docs/escape/x.md'))).toBe(false)
  expect(caught(() => leadsInside(root, join(root, 'docs/loop'))).code).toBe('PATH_UNRESOLVABLE')
})

test('what cannot be resolved raises and never answers false', () => {
  const root = kbWithLinks()
  for (const path of ['a\0b/x.md', 'x\0.md', 'docs/loop/x.md']) {
    expect(caught(() => landsInside(root, root, path)).code, path).toBe('PATH_UNRESOLVABLE')
  }
})

test('a part that the file system cannot look at raises', () => {
  const root = tempDir()
  expect(caught(() => landsInside(root, root, `${'x'.repeat(300)}/a.md`)).message).toContain('ENAMETOOLONG')
  const { message } = caught(() => landsInside(root, root, `${'x'.repeat(100_000)}/a.md`))
  expect(message).toContain('ENAMETOOLONG')
  expect(message.length).toBeLessThan(800)
})

test('resolving goes up from where a link led, and by name below what is missing', () => {
  const root = tempDir({ 'a/b/c.md': '' })
  symlinkSync(join(root, 'a/b'), join(root, 'short'))
  symlinkSync('../nowhere/x', join(root, 'a/dangling'))
  expect(resolvePath(`${root}/short/..`)).toBe(join(root, 'a'))
  expect(resolvePath(`${root}/short/../b//./c.md`)).toBe(join(root, 'a/b/c.md'))
  expect(resolvePath(`${root}/none/more/../../a`)).toBe(join(root, 'a'))
  expect(resolvePath(join(root, 'a/dangling'))).toBe(join(root, 'nowhere/x'))
  expect(resolvePath('/..')).toBe('/')
  writeFileSync(join(root, 'file'), '')
  expect(resolvePath(`${root}/file/x`)).toBe(join(root, 'file/x'))
})

test('a message names what lies below the root relative to it, and nothing else', () => {
  const [root, other] = [join(sep, 'my kb'), join(sep, 'mnt', 'my kb')]
  const inside = join(root, 'docs', 'a.md')
  expect(relativePaths(root, `${inside}: not UTF-8 ("${inside}")`)).toBe(
    `${join('docs', 'a.md')}: not UTF-8 ("${join('docs', 'a.md')}")`,
  )
  for (const text of [root, `${other}${sep}a.md`, `${root}-2${sep}a.md`, 'docs/a.md', '']) {
    expect(relativePaths(root, text)).toBe(text)
  }
  expect(relativePaths(sep, inside)).toBe(inside)
  expect(relativePaths(join(sep, 'a\nb'), displayPath(join(sep, 'a\nb', 'c')))).toBe('c')
})
