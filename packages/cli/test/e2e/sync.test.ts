import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addFiles,
  freshKb,
  giveAway,
  listed,
  pnk,
  pnkJson,
  sidecarId,
  snapshot,
  unprivileged,
} from './pnk.js'

interface SyncJson {
  outcome: string
  added: string[]
  updated: string[]
  renamed: { from: string; to: string }[]
  deleted: string[]
  unchanged: number
  failed: { path: string; stage: string; error: string }[]
  skipped: { reason: string; paths: string[] }[]
}

const sync = (root: string, ...flags: string[]) => pnkJson<SyncJson>(['sync', ...flags], { cwd: root })

/** A sync that fails, with what it printed as JSON. */
function failingSync(root: string, options: { uid?: number } = {}): SyncJson {
  const done = pnk(['sync', '--json'], { cwd: root, ...options })
  expect(done.status).toBe(1)
  return JSON.parse(done.stdout) as SyncJson
}

describe('pnk sync', () => {
  it('takes in what is new, what changed, what moved and what is gone', () => {
    const root = freshKb({
      'docs/a.md': '# A\n\nalpha\n',
      'docs/b.md': '# B\n\nbeta\n',
      'docs/c.md': '# C\n\ngamma\n',
    })
    expect(sync(root)).toMatchObject({ outcome: 'ok', added: ['docs/a.md', 'docs/b.md', 'docs/c.md'] })
    const id = sidecarId(root, 'docs/b.md')
    addFiles(root, { 'docs/a.md': '# A\n\nalpha changed\n' })
    renameSync(join(root, 'docs/b.md'), join(root, 'docs/moved.md'))
    rmSync(join(root, 'docs/c.md'))
    expect(sync(root)).toMatchObject({
      updated: ['docs/a.md'],
      renamed: [{ from: 'docs/b.md', to: 'docs/moved.md' }],
      deleted: ['docs/c.md'],
    })
    expect(sidecarId(root, 'docs/moved.md')).toBe(id)
    expect(listed(root)).toEqual(['docs/a.md', 'docs/moved.md'])
    expect(sync(root)).toMatchObject({ added: [], updated: [], renamed: [], deleted: [], unchanged: 2 })
  })

  it('says in its first line what happened, and nothing else when nothing did', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    expect(pnk(['sync'], { cwd: root }).stdout).toMatch(
      /^1 indexed, 0 renamed, 0 metadata-only, 0 unchanged, 0 removed\nsidecars: 1 written, 0 restored, 0 moved\n/,
    )
    expect(pnk(['sync'], { cwd: root })).toEqual({
      status: 0,
      stdout: '0 indexed, 0 renamed, 0 metadata-only, 1 unchanged, 0 removed\n',
      stderr: '',
    })
  })

  it('prints nothing when quiet and nothing needs attention', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    expect(pnk(['sync', '-q'], { cwd: root })).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('never modifies a document, and leaves sidecars alone once written', () => {
    const root = freshKb({ 'docs/a.md': '\ufeff# A\r\nx\r\n', 'docs/b.txt': 'no newline at the end' })
    sync(root)
    const before = snapshot(join(root, 'docs'))
    sync(root)
    sync(root, '--rebuild')
    expect(snapshot(join(root, 'docs'))).toEqual(before)
  })

  it('writes sidecars alone with --sidecars-only, and the index alone with --index-only', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    sync(root, '--sidecars-only')
    expect(pnk(['ls'], { cwd: root }).status).toBe(1)
    const id = sidecarId(root, 'docs/a.md')
    addFiles(root, { 'docs/b.md': 'beta\n' })
    const before = snapshot(join(root, 'docs'))
    sync(root, '--index-only')
    expect(snapshot(join(root, 'docs'))).toEqual(before)
    expect(listed(root)).toEqual(['docs/a.md', 'docs/b.md'])
    sync(root)
    expect(sidecarId(root, 'docs/a.md')).toBe(id)
  })

  it('gives the same ids and answers after a rebuild from nothing', () => {
    const root = freshKb({ 'docs/a.md': '# A\n\nalpha words\n', 'docs/b.md': '# B\n\nbeta words\n' })
    sync(root)
    const search = () => {
      const { build_id: _, ...rest } = pnkJson(['search', 'words'], { cwd: root })
      return rest
    }
    const before = search()
    sync(root, '--rebuild')
    expect(search()).toEqual(before)
    rmSync(join(root, '.pinakes'), { recursive: true })
    sync(root)
    expect(search()).toEqual(before)
  })
})

describe('files that cannot be taken', () => {
  it('README.md and readme.md are two documents, and a rename in case alone keeps the id', () => {
    const root = freshKb({
      'docs/README.md': 'upper\n',
      'docs/readme.md': 'lower\n',
      'docs/Note.md': 'note\n',
    })
    sync(root)
    expect(listed(root)).toEqual(['docs/Note.md', 'docs/README.md', 'docs/readme.md'])
    const id = sidecarId(root, 'docs/Note.md')
    renameSync(join(root, 'docs/Note.md'), join(root, 'docs/note.md'))
    expect(sync(root).renamed).toEqual([{ from: 'docs/Note.md', to: 'docs/note.md' }])
    expect(sidecarId(root, 'docs/note.md')).toBe(id)
  })

  it('the last file of a folder, and of the whole knowledge base, can go', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n', 'docs/sub/b.md': 'beta\n' })
    sync(root)
    rmSync(join(root, 'docs/sub'), { recursive: true })
    expect(sync(root).deleted).toEqual(['docs/sub/b.md'])
    rmSync(join(root, 'docs/a.md'))
    expect(sync(root).deleted).toEqual(['docs/a.md'])
    expect(pnkJson(['search', 'alpha'], { cwd: root })).toMatchObject({ passages: [], considered: 0 })
    expect(listed(root)).toEqual([])
  })

  it('a missing root is named, ends with 1, and deletes nothing', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    sync(root)
    renameSync(join(root, 'docs'), join(root, 'unmounted'))
    expect(JSON.stringify(failingSync(root).failed)).toContain('docs')
    expect(listed(root)).toEqual(['docs/a.md'])
    renameSync(join(root, 'unmounted'), join(root, 'docs'))
    expect(sync(root)).toMatchObject({ outcome: 'ok', unchanged: 1 })
  })

  it('a folder and a file without permission are listed with the reason; all others are indexed', () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`docs/${i}.md`, `text ${i}\n`]))
    const root = freshKb({ ...files, 'docs/secret.md': 'secret\n', 'docs/closed/x.md': 'closed\n' })
    giveAway(root)
    chmodSync(join(root, 'docs/secret.md'), 0)
    chmodSync(join(root, 'docs/closed'), 0)
    const report = failingSync(root, unprivileged())
    chmodSync(join(root, 'docs/closed'), 0o755)
    expect(report.added).toEqual(Object.keys(files))
    const paths = report.failed.map(({ path }) => path)
    expect(paths).toContain('docs/secret.md')
    expect(paths).toContain('docs/closed')
    for (const { error } of report.failed) expect(error).toMatch(/permission|EACCES/i)
  })

  it('links to itself, to the parent, to nothing and to / end in seconds, never leave the knowledge base, and are listed', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    symlinkSync('.', join(root, 'docs/loop'))
    symlinkSync('/', join(root, 'docs/root'))
    symlinkSync('missing', join(root, 'docs/dangling.md'))
    symlinkSync('self.md', join(root, 'docs/self.md'))
    const done = pnk(['sync'], { cwd: root })
    expect(done.stderr).not.toMatch(/^\s+at /m)
    expect(listed(root)).toEqual(['docs/a.md'])
  })

  it('Latin-1, UTF-16, a NUL byte and an image named .md are listed with the reason, and nothing of them is indexed', () => {
    const root = freshKb({
      'docs/latin1.md': Buffer.from('caf\xe9\n', 'latin1'),
      'docs/utf16.md': Buffer.from('\ufeffutf sixteen\n', 'utf16le'),
      'docs/nul.md': 'a\0b\n',
      'docs/image.md': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'docs/good.md': 'good words\n',
    })
    const { failed, added } = failingSync(root)
    expect(added).toEqual(['docs/good.md'])
    expect(failed.map(({ path, stage }) => [path, stage])).toEqual(
      ['docs/image.md', 'docs/latin1.md', 'docs/nul.md', 'docs/utf16.md'].map((path) => [path, 'index']),
    )
    const listedFailures = pnk(['ls', '--failed'], { cwd: root })
    expect(listedFailures.status).toBe(0)
    expect(listedFailures.stdout.trimEnd().split('\n')).toHaveLength(4)
    expect(pnk(['search', 'words'], { cwd: root }).stdout).not.toContain('\ufffd')
    rmSync(join(root, 'docs/nul.md'))
    writeFileSync(join(root, 'docs/latin1.md'), 'café\n')
    expect(failingSync(root).failed.map(({ path }) => path)).toEqual(['docs/image.md', 'docs/utf16.md'])
  })

  it('an empty file, and a file of blanks, are documents without passages', () => {
    const root = freshKb({ 'docs/empty.md': '', 'docs/blank.md': ' \n\n\t\n' })
    expect(sync(root)).toMatchObject({ outcome: 'ok', added: ['docs/blank.md', 'docs/empty.md'] })
  })

  it('an unreadable sidecar is one failure, stays byte for byte, and everything else goes on', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n', 'docs/b.md': 'beta\n' })
    const broken = 'id: 01JV3M8Q6ZT4XN0R5K7WBYC2DE\ntitle: [unclosed\n'
    addFiles(root, { 'docs/a.md.pnk.yaml': broken })
    const { failed, added } = failingSync(root)
    expect(failed.map(({ path }) => path)).toEqual(['docs/a.md'])
    expect(added).toEqual(['docs/b.md'])
    expect(readFileSync(join(root, 'docs/a.md.pnk.yaml'), 'utf8')).toBe(broken)
  })

  it('one id in two sidecars is refused, with every path, and the index stays', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    sync(root)
    addFiles(root, {
      'docs/b.md': 'beta\n',
      'docs/b.md.pnk.yaml': readFileSync(join(root, 'docs/a.md.pnk.yaml')),
    })
    const done = pnk(['sync'], { cwd: root })
    expect(done.status).toBe(1)
    expect(done.stderr).toContain('docs/a.md.pnk.yaml')
    expect(done.stderr).toContain('docs/b.md.pnk.yaml')
    expect(listed(root)).toEqual(['docs/a.md'])
  })
})

describe('output of a sync', () => {
  it.each([{}, { CI: '1' }, { NO_COLOR: '1' }, { TERM: 'dumb' }])(
    'is a few plain lines when piped, with %j',
    (env) => {
      const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`docs/${i}.md`, `text ${i}\n`]))
      const root = freshKb(files)
      const done = pnk(['sync'], { cwd: root, env })
      expect(done).toMatchObject({ status: 0, stderr: '' })
      expect(done.stdout).not.toContain('\u001b')
      expect(done.stdout).not.toContain('\r')
      expect(done.stdout.split('\n').length).toBeLessThan(6)
    },
  )

  it('is one JSON object with --json, whatever happened', () => {
    const root = freshKb({ 'docs/nul.md': 'a\0b\n' })
    mkdirSync(join(root, 'docs/sub'))
    expect(failingSync(root)).toMatchObject({ outcome: 'failed', unchanged: 0 })
  })
})
