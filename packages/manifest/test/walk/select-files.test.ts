import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { selectFiles } from '../../src/walk/select-files.js'
import type { Selection } from '../../src/walk/selection.js'
import { Tree } from '../../src/walk/tree.js'

let root: string
let outside: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'pnk-walk-')))
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'pnk-outside-')))
  writeFileSync(join(outside, 'secret.md'), 'secret')
})

afterEach(() => {
  rmSync(root, { recursive: true })
  rmSync(outside, { recursive: true })
})

function touch(...keys: string[]): void {
  for (const key of keys) {
    mkdirSync(dirname(join(root, key)), { recursive: true })
    writeFileSync(join(root, key), key)
  }
}

function link(key: string, target: string): void {
  mkdirSync(dirname(join(root, key)), { recursive: true })
  symlinkSync(target, join(root, key))
}

function select(include: readonly string[], rest: { roots?: string[]; exclude?: string[] } = {}): Selection {
  const { roots = ['docs/'], exclude = [] } = rest
  return selectFiles(root, { roots, include, exclude }, new Tree(root))
}

function documents(
  include: readonly string[],
  rest: { roots?: string[]; exclude?: string[] } = {},
): string[] {
  return [...select(include, rest).documents.keys()].sort()
}

describe('patterns', () => {
  it('take files at every depth with **, dot names included', () => {
    touch('docs/a.md', 'docs/x/y/b.md', 'docs/.hidden/c.md', 'docs/.d.md', 'docs/e.txt', 'f.md')
    expect(documents(['**/*.md'])).toEqual(['docs/.d.md', 'docs/.hidden/c.md', 'docs/a.md', 'docs/x/y/b.md'])
  })

  it('take what any of them takes, once', () => {
    touch('docs/a.md', 'docs/x/b.md', 'docs/x/c.txt')
    expect(documents(['*.md', '**/*.md', 'x/c.txt', './x/c.txt'])).toEqual([
      'docs/a.md',
      'docs/x/b.md',
      'docs/x/c.txt',
    ])
  })

  it('match case, sets and single characters in one name alone', () => {
    touch('docs/a1.md', 'docs/a2.md', 'docs/A1.md', 'docs/x/a1.md')
    expect(documents(['a[!2].md'])).toEqual(['docs/a1.md'])
    expect(documents(['?1.md'])).toEqual(['docs/A1.md', 'docs/a1.md'])
  })

  it('reach beside the root with .. but key the file where it is', () => {
    touch('notes/n.md', 'notes/sub/m.md', 'docs/a.md')
    const found = select(['../notes/*.md', '*.md'])
    expect([...found.documents.keys()].sort()).toEqual(['docs/a.md', 'notes/n.md'])
    expect(found.leftRoots).toBe(true)
  })

  it('go up from every directory that a wildcard before the .. names', () => {
    touch('docs/x/a.md', 'docs/top.md')
    expect(documents(['*/../top.md', '**/../a.md'])).toEqual(['docs/top.md'])
  })

  it('never lead above the KB root', () => {
    expect(documents(['../../*.md', '../../../**/*.md'])).toEqual([])
  })

  it('that end in ** name directories, hence nothing', () => {
    touch('docs/a.md')
    expect(documents(['**'])).toEqual([])
  })

  it('never take sidecars, their leftovers, or anything in .pinakes and .git', () => {
    touch(
      'docs/a.md',
      'docs/a.md.pnk.yaml',
      'docs/a.md.pnk.yaml.4711.abc.new',
      'docs/a.md.pnk.yaml.new',
      'docs/.pinakes/x.md',
      'docs/.git/y.md',
    )
    const found = select(['**/*', '**/*.pnk.yaml'])
    expect([...found.documents.keys()]).toEqual(['docs/a.md'])
    expect([...found.sidecars.keys()]).toEqual(['docs/a.md.pnk.yaml'])
    expect(found.unmatched).toEqual([])
  })

  it('serve several and overlapping roots, each file once', () => {
    touch('docs/a.md', 'docs/sub/b.md', 'more/c.md')
    expect(documents(['**/*.md'], { roots: ['docs/', 'docs/sub', 'more'] })).toEqual([
      'docs/a.md',
      'docs/sub/b.md',
      'more/c.md',
    ])
  })

  it('serve the KB root itself as a root', () => {
    touch('a.md', 'docs/b.md', '.pinakes/c.md')
    expect(documents(['**/*.md'], { roots: ['.'] })).toEqual(['a.md', 'docs/b.md'])
  })
})

describe('exclude', () => {
  it('hides what any pattern matches at any depth, and says that it is there', () => {
    touch('docs/a.md', 'docs/drafts/b.md', 'docs/drafts/sub/c.md')
    const found = select(['**/*.md'], { exclude: ['**/drafts/**'] })
    expect([...found.documents.keys()]).toEqual(['docs/a.md'])
    expect([...found.excluded].sort()).toEqual(['docs/drafts/b.md', 'docs/drafts/sub/c.md'])
    expect([...found.present].sort()).toEqual(['docs/drafts/b.md', 'docs/drafts/sub/c.md'])
  })

  it('hides no sidecar', () => {
    touch('docs/drafts/b.md', 'docs/drafts/b.md.pnk.yaml')
    expect([...select(['**/*.md'], { exclude: ['**/drafts/**'] }).sidecars.keys()]).toEqual([
      'docs/drafts/b.md.pnk.yaml',
    ])
  })
})

describe('sidecars and unmatched files', () => {
  it('are found wherever they lie below a root', () => {
    touch('docs/a.rst', 'docs/deep/b.rst', 'docs/deep/b.rst.pnk.yaml', 'docs/gone.md.pnk.yaml')
    const found = select(['**/*.md'])
    expect([...found.sidecars.keys()].sort()).toEqual(['docs/deep/b.rst.pnk.yaml', 'docs/gone.md.pnk.yaml'])
    expect(found.unmatched.map(({ relative }) => relative).sort()).toEqual(['a.rst', 'deep/b.rst'])
  })
})

describe('symbolic links', () => {
  it('to files inside are documents, by whatever way they lead there', () => {
    touch('docs/real.md', 'store/other.md')
    link('docs/alias.md', 'real.md')
    link('docs/absolute.md', join(root, 'store/other.md'))
    symlinkSync(root, join(outside, 'detour'))
    link('docs/detour.md', join(outside, 'detour/store/other.md'))
    const found = select(['**/*.md'])
    expect([...found.documents.keys()].sort()).toEqual([
      'docs/absolute.md',
      'docs/alias.md',
      'docs/detour.md',
      'docs/real.md',
    ])
    expect(found.problems.outsideLinks).toEqual([])
  })

  it('to files outside are no documents, and are never to be opened', () => {
    touch('docs/real.md', 'docs/real.md.pnk.yaml')
    symlinkSync(outside, join(root, 'way-out'))
    link('docs/far.md', join(outside, 'secret.md'))
    link('docs/round.md', '../way-out/secret.md')
    link('docs/far.rst', join(outside, 'secret.md'))
    link('docs/far.md.pnk.yaml', join(outside, 'secret.md'))
    const found = select(['**/*.md'])
    expect([...found.documents.keys()]).toEqual(['docs/real.md'])
    expect(found.problems.outsideLinks).toEqual(['docs/far.md', 'docs/round.md'])
    expect(found.present.has('docs/far.md')).toBe(true)
    expect(found.unmatched).toMatchObject([{ key: 'docs/far.rst', isFile: false }])
    expect(found.sidecars.get('docs/far.md.pnk.yaml')?.leadsOutside).toBe(true)
    expect(found.sidecars.get('docs/real.md.pnk.yaml')?.leadsOutside).toBeUndefined()
  })

  it('below a root that is a link itself are judged by where the root leads', () => {
    touch('real/a.md', 'store/b.md')
    link('docs', 'real')
    link('real/b.md', '../store/b.md')
    link('real/far.md', join(outside, 'secret.md'))
    const found = select(['**/*.md'])
    expect([...found.documents.keys()].sort()).toEqual(['docs/a.md', 'docs/b.md'])
    expect(found.problems.outsideLinks).toEqual(['docs/far.md'])
  })

  it('to directories are not entered by **, and are listed', () => {
    touch('docs/real/a.md')
    link('docs/loop', '.')
    link('docs/up', '..')
    link('docs/everything', '/')
    link('docs/out', outside)
    const found = select(['**/*.md'])
    expect([...found.documents.keys()]).toEqual(['docs/real/a.md'])
    expect(found.problems.linkedDirectories).toEqual(['docs/everything', 'docs/loop', 'docs/out', 'docs/up'])
    expect(found.leftRoots).toBe(false)
  })

  it('to directories inside are entered by a name or a wildcard', () => {
    touch('other/x.md')
    link('docs/link', '../other')
    expect(documents(['*/*.md'])).toEqual(['docs/link/x.md'])
    expect(documents(['link/*.md'])).toEqual(['docs/link/x.md'])
  })

  it('out of the KB are reported once per pattern and stop nothing else', () => {
    touch('docs/good/x.md')
    link('docs/a-out', outside)
    link('docs/b-out', outside)
    const found = select(['*/*.md', '*/secret.md', '**/*.md'])
    expect([...found.documents.keys()]).toEqual(['docs/good/x.md'])
    expect(found.problems.escapes).toEqual([
      { pattern: '*/*.md', key: 'docs/a-out' },
      { pattern: '*/secret.md', key: 'docs/a-out' },
    ])
  })

  it('in a circle end the walk, and each file stays one document', () => {
    touch('docs/x/a.md')
    link('docs/x/back', '..')
    const found = select(['*/*/*/*.md', '**/*.md', '*/*/*.md'])
    expect([...found.documents.keys()]).toEqual(['docs/x/a.md'])
    expect(found.problems.aliases.length).toBeGreaterThan(0)
  })

  it('show a file under one name only, the one beside its sidecar', () => {
    touch('other/x.md', 'other/x.md.pnk.yaml')
    link('docs/link', '../other')
    const found = select(['*/*.md'], { roots: ['docs', 'other'] })
    expect([...found.documents.keys()]).toEqual(['docs/link/x.md'])
    expect([...found.sidecars.keys()]).toEqual(['docs/link/x.md.pnk.yaml'])
  })

  it('that lead nowhere are listed, and kept for whoever knew them', () => {
    link('docs/dangling', 'missing')
    link('docs/gone.md', 'missing.md')
    link('docs/self.md', 'self.md')
    const found = select(['**/*.md'])
    expect(found.problems.danglingLinks).toEqual(['docs/dangling', 'docs/gone.md', 'docs/self.md'])
    expect(found.documents.get('docs/gone.md')?.target).toBeNull()
    expect(found.documents.has('docs/dangling')).toBe(false)
  })

  it('into .pinakes are not followed', () => {
    touch('.pinakes/cache/x.md')
    link('docs/cache', '../.pinakes/cache')
    expect(documents(['*/*.md'])).toEqual([])
  })

  it('serve as roots', () => {
    touch('real/a.md')
    link('docs', 'real')
    expect(documents(['**/*.md'])).toEqual(['docs/a.md'])
  })
})

describe('what cannot be read', () => {
  it('is a missing root', () => {
    expect(select(['**/*.md']).problems.missingRoots).toEqual(['docs'])
  })

  it('is a root that is a file', () => {
    touch('docs')
    expect(select(['**/*.md']).problems.unreadable).toEqual([{ key: 'docs', reason: 'ENOTDIR' }])
  })

  it('is a wanted name that is not UTF-8, shown escaped', () => {
    mkdirSync(join(root, 'docs'))
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/docs/caf`), Buffer.from([0xe9]), Buffer.from('.md')]),
      'x',
    )
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/docs/caf`), Buffer.from([0xe9]), Buffer.from('.png')]),
      'x',
    )
    touch('docs/real\ufffd.md')
    const found = select(['**/*.md'])
    expect(found.problems.undecodable).toEqual(['docs/caf\\xe9.md'])
    expect([...found.documents.keys()]).toEqual(['docs/real\ufffd.md'])
  })
})

it('a tree that was told to forget is read again', () => {
  touch('a.md')
  const tree = new Tree(root)
  const names = () => {
    const listing = tree.listing('')
    return 'names' in listing ? listing.names : []
  }
  expect(names()).toEqual(['a.md'])
  touch('b.md')
  expect(names()).toEqual(['a.md'])
  tree.forget()
  expect(names()).toEqual(['a.md', 'b.md'])
})
