import {
  chmodSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { contentHash, isPinakesError, sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { syncKb } from '../src/index.js'
import { TestKb } from './support/kb.js'
import { unprivileged } from './support/unprivileged.js'
import { wordEmbedder } from './support/word-embedder.js'

const A = 'docs/a.md'
const B = 'docs/b.md'

async function codeOf(run: () => Promise<unknown>): Promise<string> {
  const error = await run().catch((caught: unknown) => caught)
  return isPinakesError(error) ? error.code : String(error)
}

describe('permissions', () => {
  it('an unreadable file among ten: nine indexed, one failure with its reason', async () => {
    const files = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`docs/${i}.md`, `word${i}\n`]))
    const kb = new TestKb(files)
    chmodSync(kb.path('docs/3.md'), 0)
    const report = await unprivileged(kb.root, () => kb.sync())
    expect(report.outcome).toBe('failed')
    expect(report.added).toHaveLength(9)
    expect(report.failed).toMatchObject([
      { path: 'docs/3.md', stage: 'walk', error: 'WalkError: permission denied (EACCES)' },
    ])
    expect(kb.exists('docs/3.md.pnk.yaml')).toBe(false)
  })

  it('an indexed file that became unreadable keeps its row and its text', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const before = kb.active()
    kb.write(A, 'changed\n')
    chmodSync(kb.path(A), 0)
    const report = await unprivileged(kb.root, () => kb.sync())
    expect(report).toMatchObject({ outcome: 'failed', deleted: [], unchanged: 1 })
    expect(kb.active()).toEqual(before)
    expect(kb.chunks()[A]).toEqual(['alpha'])
    chmodSync(kb.path(A), 0o644)
    expect(await unprivileged(kb.root, () => kb.sync())).toMatchObject({ outcome: 'ok', updated: [A] })
    expect(kb.failures()).toEqual([])
  })

  it('an unreadable folder is one failure that names it, and nothing below it is deleted', async () => {
    const kb = new TestKb({ 'docs/in/a.md': 'alpha\n', 'docs/in/deep/b.md': 'beta\n', [B]: 'gamma\n' })
    await kb.sync()
    const before = kb.active()
    chmodSync(kb.path('docs/in'), 0)
    const report = await unprivileged(kb.root, () => kb.sync())
    chmodSync(kb.path('docs/in'), 0o755)
    expect(report).toMatchObject({ outcome: 'failed', deleted: [], unchanged: 1 })
    expect(report.failed).toMatchObject([{ path: 'docs/in', stage: 'walk' }])
    expect(kb.active()).toEqual(before)
  })

  it('a folder that may be listed but not entered is unreadable too', async () => {
    const kb = new TestKb({ 'docs/in/a.md': 'alpha\n' })
    await kb.sync()
    chmodSync(kb.path('docs/in'), 0o644)
    const report = await unprivileged(kb.root, () => kb.sync())
    chmodSync(kb.path('docs/in'), 0o755)
    expect(report).toMatchObject({ outcome: 'failed', deleted: [] })
    expect(Object.keys(kb.active())).toEqual(['docs/in/a.md'])
  })

  it('a folder where no sidecar can be written: a failure per document, a remedy, no trace', async () => {
    const kb = new TestKb({ 'docs/in/a.md': 'alpha\n', [B]: 'beta\n' })
    chmodSync(kb.path('docs/in'), 0o555)
    const report = await unprivileged(kb.root, () => kb.sync())
    expect(report).toMatchObject({ outcome: 'failed', added: [B] })
    expect(report.failed).toMatchObject([{ path: 'docs/in/a.md' }])
    expect(report.hints.length).toBeGreaterThan(0)
    expect(kb.names('docs/in')).toEqual(['a.md'])
    expect(Object.keys(kb.active())).toEqual([B])
  })

  it('a KB whose state folder cannot be made: refused before anything is written', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    chmodSync(kb.root, 0o555)
    const code = await unprivileged(kb.root, () => codeOf(() => kb.sync()))
    expect(code).toBe('LOCK_IO')
    expect(kb.names('docs')).toEqual(['a.md'])
  })
})

describe('symbolic links', () => {
  it('end the walk, never leave the KB, and are listed', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    symlinkSync('.', kb.path('docs/loop'))
    symlinkSync('/', kb.path('docs/root'))
    symlinkSync('..', kb.path('docs/up'))
    symlinkSync('missing', kb.path('docs/dangling'))
    symlinkSync('self.md', kb.path('docs/self.md'))
    const report = await kb.sync()
    expect(report).toMatchObject({ outcome: 'ok', added: [A] })
    expect(report.skipped).toEqual([
      { reason: 'symbolic link that leads nowhere', paths: ['docs/dangling', 'docs/self.md'] },
      {
        reason: 'symbolic link to a directory, not followed',
        paths: ['docs/loop', 'docs/root', 'docs/up'],
      },
    ])
    expect(await kb.sync()).toMatchObject({ unchanged: 1, skipped: report.skipped })
    expect(await kb.sync()).toMatchObject({ unchanged: 1, skipped: report.skipped })
  })

  it('to a document are documents, and follow its changes', async () => {
    const kb = new TestKb({ 'store/real.md': 'alpha\n' })
    symlinkSync('../store/real.md', kb.path('docs/link.md'))
    await kb.sync()
    expect(kb.chunks()).toEqual({ 'docs/link.md': ['alpha'] })
    await kb.sync()
    kb.write('store/real.md', 'beta gamma\n')
    expect(await kb.sync()).toMatchObject({ updated: ['docs/link.md'] })
    expect(kb.chunks()).toEqual({ 'docs/link.md': ['beta gamma'] })
  })

  it('that used to lead to a document and now lead nowhere keep it, as a failure', async () => {
    const kb = new TestKb({ 'store/real.md': 'alpha\n' })
    symlinkSync('../store/real.md', kb.path('docs/link.md'))
    await kb.sync()
    kb.remove('store')
    const report = await kb.sync()
    expect(report).toMatchObject({ outcome: 'failed', deleted: [], failed: [{ path: 'docs/link.md' }] })
    expect(kb.chunks()).toEqual({ 'docs/link.md': ['alpha'] })
  })

  it('to a file outside are skipped, and what was indexed through one is given up with its identity kept', async () => {
    const outside = new TestKb({ 'secret.md': 'confidential\n' })
    const kb = new TestKb({ [A]: 'alpha\n', 'docs/far.md': 'beta\n' })
    await kb.sync()
    const id = kb.idOf('docs/far.md')
    kb.remove('docs/far.md')
    symlinkSync(outside.path('secret.md'), kb.path('docs/far.md'))
    const report = await kb.sync()
    expect(report).toMatchObject({ outcome: 'ok', deleted: ['docs/far.md'], failed: [] })
    expect(report.sidecars.orphaned).toEqual([])
    const skipped = [
      {
        reason: 'symbolic link to a file outside the knowledge base, not followed',
        paths: ['docs/far.md'],
      },
    ]
    expect(report.skipped).toEqual(skipped)
    expect(kb.chunks()).toEqual({ [A]: ['alpha'] })
    expect(await kb.sync()).toMatchObject({ unchanged: 1, skipped })
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ outcome: 'ok', skipped })
    expect(kb.chunks()).toEqual({ [A]: ['alpha'] })

    kb.remove('docs/far.md')
    kb.write('docs/far.md', 'gamma\n')
    await kb.sync()
    expect(kb.rows()).toMatchObject([{ path: A }, { path: 'docs/far.md', id, state: 'active' }])
  })

  it('to a file inside are documents though the KB is named through a link', async () => {
    const kb = new TestKb({ 'store/real.md': 'alpha\n' })
    symlinkSync(kb.path('store/real.md'), kb.path('docs/link.md'))
    const outside = new TestKb()
    symlinkSync(kb.root, outside.path('alias'))
    const report = await syncKb(outside.path('alias'), {
      extractors: [],
      loadEmbedder: async () => kb.embedder,
    })
    expect(report).toMatchObject({ outcome: 'ok', added: ['docs/link.md'], skipped: [] })
  })

  it.each(['full', 'sidecars-only'] as const)(
    'to a sidecar outside are neither read nor replaced by a %s sync, and fail that document alone',
    async (mode) => {
      const text = 'id: 01JV3K2H8M5Q9T1X4Z7B0D3F6H\ntitle: Foreign\n'
      const outside = new TestKb({ 'foreign.yaml': text })
      const kb = new TestKb({ [A]: 'alpha\n', 'docs/b.md': 'beta\n' })
      symlinkSync(outside.path('foreign.yaml'), kb.path(sidecarPath(A)))
      const report = await kb.sync({ mode })
      expect(report).toMatchObject({
        outcome: 'failed',
        failed: [
          {
            path: A,
            error:
              'SidecarError: docs/a.md.pnk.yaml: symbolic link to a file outside the knowledge base, not followed',
          },
        ],
        sidecars: { written: ['docs/b.md.pnk.yaml'] },
      })
      expect(report.hints).toContain(
        'Replace the link by a copy of the file that it leads to, then run `pnk sync`.',
      )
      expect(outside.read('foreign.yaml')).toBe(text)
      expect(outside.names('.')).toEqual(['docs', 'foreign.yaml', 'pinakes.toml'])
    },
  )

  it('to a sidecar outside that an earlier sync has read are not read again', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync()
    const outside = new TestKb({ 'same.yaml': kb.read(sidecarPath(A)) })
    kb.remove(sidecarPath(A))
    symlinkSync(outside.path('same.yaml'), kb.path(sidecarPath(A)))
    expect(await kb.sync()).toMatchObject({ outcome: 'failed', failed: [{ path: A }] })
    expect(kb.chunks()).toEqual({ [A]: ['alpha'] })
  })

  it('in the place of a sidecar are never written over', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    symlinkSync('nowhere.yaml', kb.path(sidecarPath(A)))
    const report = await kb.sync()
    expect(report).toMatchObject({ outcome: 'failed', failed: [{ path: A }], sidecars: { written: [] } })
    expect(kb.names('docs')).toEqual(['a.md', 'a.md.pnk.yaml'])
  })
})

describe('names', () => {
  const names = [
    'a # b & c.md',
    'x [1] (2).md',
    '100% sure?.md',
    '-rf.md',
    ' lead and trail .md',
    'new\nline.md',
    '"quote\'s".md',
    'emoji 🦉.md',
    '*.md',
    `${'n'.repeat(240)}.md`,
  ]

  it('of every kind are indexed under themselves, sidecar and all', async () => {
    const kb = new TestKb(Object.fromEntries(names.map((name, i) => [`docs/${name}`, `word${i}\n`])))
    expect(await kb.sync()).toMatchObject({ outcome: 'ok' })
    expect(Object.keys(kb.active()).sort()).toEqual(names.map((name) => `docs/${name}`).sort())
    for (const name of names) expect(kb.idOf(`docs/${name}`)).toBe(kb.active()[`docs/${name}`])
    expect(await kb.sync()).toMatchObject({ unchanged: names.length })
  })

  it('too long for a sidecar are indexed, under an id that survives syncs and rebuilds, and that is said', async () => {
    const long = `docs/${'n'.repeat(252)}.md`
    const kb = new TestKb({ [long]: 'alpha\n', [B]: 'beta\n' })
    const report = await kb.sync()
    expect(report).toMatchObject({ outcome: 'ok', added: [B, long] })
    expect(report.hints).toEqual([expect.stringContaining('too long for a sidecar')])
    const id = kb.active()[long]
    expect(await kb.sync()).toMatchObject({ unchanged: 2, hints: report.hints })
    kb.write(long, 'changed\n')
    await kb.sync()
    await kb.sync({ mode: 'rebuild' })
    expect(kb.active()[long]).toBe(id)
    expect(await kb.sync({ mode: 'sidecars-only' })).toMatchObject({ outcome: 'ok', hints: report.hints })
  })

  it('that are not UTF-8 are a failure and never indexed', async () => {
    const kb = new TestKb({ [B]: 'beta\n' })
    writeFileSync(
      Buffer.concat([Buffer.from(`${kb.root}/docs/`), Buffer.from([0xff]), Buffer.from('.md')]),
      'x',
    )
    expect(await kb.sync()).toMatchObject({
      outcome: 'failed',
      added: [B],
      failed: [{ path: 'docs/\\xff.md' }],
    })
  })

  it('in two Unicode forms pair with a sidecar in either', async () => {
    const kb = new TestKb({ 'docs/Cafe\u0301.md': 'alpha\n' })
    await kb.sync()
    const id = kb.idOf('docs/Cafe\u0301.md')
    kb.move('docs/Cafe\u0301.md.pnk.yaml', 'docs/Caf\u00e9.md.pnk.yaml')
    expect(await kb.sync()).toMatchObject({
      outcome: 'ok',
      unchanged: 1,
      sidecars: { written: [], restored: [], orphaned: [] },
    })
    expect(kb.active()).toEqual({ 'docs/Cafe\u0301.md': id })
  })

  it('renormalised on disk keep their id, edited at once or not', async () => {
    const kb = new TestKb({ 'docs/Cafe\u0301.md': 'alpha\n' })
    await kb.sync()
    const id = kb.idOf('docs/Cafe\u0301.md')
    kb.moveWithSidecar('docs/Cafe\u0301.md', 'docs/Caf\u00e9.md')
    await kb.sync()
    expect(kb.active()).toEqual({ 'docs/Caf\u00e9.md': id })
    kb.remove(sidecarPath('docs/Caf\u00e9.md'))
    kb.move('docs/Caf\u00e9.md', 'docs/Cafe\u0301.md')
    kb.write('docs/Cafe\u0301.md', 'edited\n')
    expect(await kb.sync()).toMatchObject({ deleted: [], added: [] })
    expect(kb.active()).toEqual({ 'docs/Cafe\u0301.md': id })
  })

  it('that differ in case alone are two documents; a rename in case keeps the id', async () => {
    const kb = new TestKb({
      'docs/README.md': 'upper\n',
      'docs/readme.md': 'lower\n',
      'docs/Note.md': 'note\n',
    })
    await kb.sync()
    const note = kb.idOf('docs/Note.md')
    kb.move('docs/Note.md', 'docs/note.md')
    await kb.sync()
    expect(kb.active()['docs/note.md']).toBe(note)
    expect(Object.keys(kb.active())).toHaveLength(3)
    expect(new Set(Object.values(kb.active())).size).toBe(3)
  })
})

describe('contents', () => {
  it('that are no UTF-8 text are one failure each, with the cause; the others go on', async () => {
    const kb = new TestKb({
      'docs/latin1.md': Uint8Array.from([0x63, 0x61, 0x66, 0xe9]),
      'docs/utf16.md': Uint8Array.from([0xff, 0xfe, 0x61, 0]),
      'docs/nul.md': 'a\0b',
      'docs/png.md': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
      [A]: 'alpha\n',
    })
    const report = await kb.sync()
    expect(report).toMatchObject({ outcome: 'failed', added: [A] })
    const errors = Object.fromEntries(report.failed.map(({ path, error }) => [path, error]))
    expect(errors['docs/latin1.md']).toMatch(/^ExtractError: .*not valid UTF-8/)
    expect(errors['docs/utf16.md']).toMatch(/UTF-16/)
    expect(errors['docs/nul.md']).toMatch(/NUL byte/)
    expect(errors['docs/png.md']).toMatch(/NUL byte/)
    expect(kb.failures()).toHaveLength(4)
    expect(Object.keys(kb.active())).toEqual([A])
    kb.write('docs/nul.md', 'mended\n')
    kb.remove('docs/png.md')
    await kb.sync()
    expect(
      kb
        .failures()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['docs/latin1.md', 'docs/utf16.md'])
  })

  it('that are empty, blank or a mark alone make documents without passages', async () => {
    const kb = new TestKb({ 'docs/0.md': '', 'docs/1.md': ' \n\n\t\n', 'docs/2.md': '\ufeff' })
    expect(await kb.sync()).toMatchObject({ outcome: 'ok' })
    expect(kb.chunks()).toEqual({ 'docs/0.md': [], 'docs/1.md': [], 'docs/2.md': [] })
    expect(await kb.sync()).toMatchObject({ unchanged: 3 })
  })

  it('with CRLF, lone CR and a byte order mark are indexed with LF; files and hashes stay raw', async () => {
    const bytes = '\ufeff# Title\r\n\r\none\rtwo\r\n'
    const kb = new TestKb({ [A]: bytes })
    await kb.sync()
    expect(kb.chunks()[A]).toEqual(['# Title\n\none\ntwo'])
    expect(kb.row(A)).toMatchObject({ title: 'Title', contentHash: contentHash(bytes) })
    expect(kb.read(A)).toBe(bytes)
  })

  it.each([
    ['---\ntitle: a: b\n---\n\nbody\n'],
    ['---\ntags: [x\n---\n\nbody\n'],
    ['---\nkey: *alias\n\tx: 1\n---\nbody\n'],
    ['---\na: 1\na: 2\n\nbody\n'],
    ['---\n\nafter a rule\n'],
  ])('with odd front matter are indexed, bytes unchanged: %j', async (text) => {
    const kb = new TestKb({ [A]: text })
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', added: [A] })
    expect(kb.read(A)).toBe(text)
    expect(kb.chunks()[A]?.length).toBeGreaterThan(0)
  })

  it('over 256 MiB are refused by size, unread', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', 'docs/huge.txt': '' })
    truncateSync(kb.path('docs/huge.txt'), 256 * 1024 * 1024 + 1)
    const report = await kb.sync()
    expect(report).toMatchObject({ outcome: 'failed', added: [A] })
    expect(report.failed[0]?.error).toMatch(/too large: 257 MiB/)
  })

  it('of a PDF, while no backend reads it, are a failure that says so', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', 'docs/x.pdf': '%PDF-1.7\n' })
    kb.setManifest((text) => text.replace('"**/*.txt"', '"**/*.pdf"'))
    const report = await kb.sync()
    expect(report).toMatchObject({
      outcome: 'failed',
      added: [A],
      failed: [{ path: 'docs/x.pdf', stage: 'extract' }],
    })
    expect(report.failed[0]?.error).toMatch(/pypdfium2 is not part of this release/)
    expect(report.hints.join()).toMatch(/reads text files only/)
  })
})

describe('time', () => {
  it('a file changed without a trace in size or modification time is seen', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    const stamp = new Date('2020-01-01T00:00:00Z')
    utimesSync(kb.path(A), stamp, stamp)
    await kb.sync()
    await kb.sync()
    kb.write(A, 'gamma\n')
    utimesSync(kb.path(A), stamp, stamp)
    expect(await kb.sync()).toMatchObject({ updated: [A] })
  })

  it('a file written in the instant it was indexed is not taken for unchanged', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    for (const word of ['one11', 'two22', 'three', 'four4', 'five5']) {
      kb.write(A, `${word}\n`)
      await kb.sync()
      expect(kb.chunks()[A]).toEqual([word])
    }
  })

  it('files dated into the future or the past are documents like others', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    utimesSync(kb.path(A), new Date('2090-01-01'), new Date('2090-01-01'))
    utimesSync(kb.path(B), new Date('1971-01-01'), new Date('1971-01-01'))
    await kb.sync()
    expect(kb.row(A)?.mtime).toBe(Date.parse('2090-01-01') / 1000)
    expect(await kb.sync()).toMatchObject({ unchanged: 2 })
  })
})

describe('the index', () => {
  it.each([
    ['garbage', (kb: TestKb) => writeFileSync(kb.paths.index, 'garbage')],
    ['zeros', (kb: TestKb) => writeFileSync(kb.paths.index, Buffer.alloc(20_000))],
    ['cut short', (kb: TestKb) => truncateSync(kb.paths.index, 9000)],
    ['empty', (kb: TestKb) => writeFileSync(kb.paths.index, '')],
  ])('%s: a sync refuses with the remedy, a rebuild brings every id back', async (_, damage) => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const before = kb.active()
    damage(kb)
    const error = await kb.sync().catch((caught: unknown) => caught)
    expect(isPinakesError(error) && error.remedy).toContain('--rebuild')
    const report = await kb.sync({ mode: 'rebuild' })
    expect(report).toMatchObject({ outcome: 'ok', sidecars: { written: [] } })
    expect(report.hints.join()).toContain('could not be read')
    expect(kb.active()).toEqual(before)
  })

  it('that may not be read now keeps a rebuild away: its identities may stand nowhere else', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync({ mode: 'index-only' })
    const before = kb.active()
    chmodSync(kb.paths.index, 0)
    const error = await unprivileged(kb.root, () =>
      kb.sync({ mode: 'rebuild' }).catch((caught: unknown) => caught),
    )
    expect(isPinakesError(error, 'INDEX_UNREADABLE')).toBe(true)
    expect(kb.exists(sidecarPath(A))).toBe(false)
    chmodSync(kb.paths.index, 0o644)
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ outcome: 'ok', failed: [] })
    expect(kb.active()).toEqual(before)
  })

  it('behind a link, as everything else behind a link in the state folder, is neither read nor written', async () => {
    const theirs = new TestKb({ [A]: 'theirs\n' })
    await theirs.sync()
    const before = theirs.snapshot()
    const kb = new TestKb({ [A]: 'alpha\n' })
    mkdirSync(kb.paths.stateDir)
    symlinkSync(theirs.paths.index, kb.paths.index)
    for (const mode of ['full', 'rebuild', 'index-only', 'sidecars-only'] as const) {
      const error = await kb.sync({ mode }).catch((caught: unknown) => caught)
      expect(isPinakesError(error, 'STATE_LINKED'), mode).toBe(true)
    }
    expect(kb.exists(sidecarPath(A))).toBe(false)
    expect(theirs.snapshot()).toEqual(before)
  })

  it('beside a stale log of another index is not mixed with it', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync()
    const before = kb.snapshot()
    writeFileSync(`${kb.paths.newIndex}-wal`, 'stale')
    writeFileSync(`${kb.paths.newIndex}-shm`, 'stale')
    writeFileSync(kb.paths.newIndex, 'left over by a crash')
    await kb.sync({ mode: 'rebuild' })
    expect(kb.snapshot()).toEqual(before)
    expect(kb.names('.pinakes')).not.toContain('index.db.new')
  })

  it.each(['full', 'index-only'] as const)(
    'that a killed rebuild left half-built is removed by the next %s sync with something to do',
    async (mode) => {
      const kb = new TestKb({ [A]: 'alpha\n' })
      await kb.sync()
      for (const suffix of ['', '-wal', '-shm', '.draft', '.draft-journal']) {
        writeFileSync(kb.paths.newIndex + suffix, 'left over by a crash')
      }
      kb.write(B, 'beta\n')
      expect(await kb.sync({ mode })).toMatchObject({ outcome: 'ok', added: [B] })
      expect(kb.names('.pinakes').filter((name) => name.startsWith('index.db.new'))).toEqual([])
      expect(kb.chunks()).toEqual({ [A]: ['alpha'], [B]: ['beta'] })
    },
  )

  it('deleted at any moment is rebuilt to the same answers', async () => {
    const kb = new TestKb({ [A]: '# A\n\nalpha\n', [B]: 'beta\n' })
    await kb.sync()
    const before = kb.snapshot()
    kb.remove('.pinakes')
    expect(await kb.sync()).toMatchObject({ sidecars: { written: [] } })
    expect(kb.snapshot()).toEqual(before)
  })
})

describe('models', () => {
  it('missing at the first sync leave no index behind', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    const loadEmbedder = () => Promise.reject(new Error('no weights'))
    await expect(kb.sync({ loadEmbedder })).rejects.toThrow('no weights')
    expect(kb.exists('.pinakes/index.db')).toBe(false)
    expect(kb.exists('.pinakes/sync.lock')).toBe(false)
  })

  it('missing later keep everything as it was', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const before = kb.snapshot()
    kb.remove(B)
    kb.write(A, 'changed\n')
    await expect(kb.sync({ loadEmbedder: () => Promise.reject(new Error('no weights')) })).rejects.toThrow()
    expect(kb.snapshot()).toEqual(before)
  })

  it('that throw on one document fail that document alone', async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`docs/${i}.md`, `word${i}\n`]))
    const kb = new TestKb({ ...files, 'docs/bad.md': 'poison\n' })
    kb.embedder = wordEmbedder({ poison: 'poison' })
    const report = await kb.sync()
    expect(report.added).toHaveLength(9)
    expect(report.failed).toMatchObject([
      { path: 'docs/bad.md', stage: 'index', error: 'Error: the model cannot take poison' },
    ])
    expect(kb.failures()).toHaveLength(1)
  })

  it('that give vectors of no use fail the document, and nothing of it is stored', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    const embedder = wordEmbedder()
    const broken = { ...embedder, embed: async () => new Float32Array(16).fill(Number.NaN) }
    const report = await kb.sync({ loadEmbedder: async () => broken })
    expect(report).toMatchObject({ outcome: 'failed', failed: [{ path: A }] })
    expect(kb.active()).toEqual({})
  })
})

describe('the lock', () => {
  const record = (fields: object) =>
    `${JSON.stringify({ pid: 1, host: hostname(), started: '20260101 00:00', ...fields })}\n`

  it.each([
    ['a live process', record({ pid: process.ppid })],
    ['an unreadable record that is fresh', 'garb'],
  ])('of %s keeps the sync out, and nothing is done', async (_, text) => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    mkdirSync(kb.paths.stateDir)
    writeFileSync(kb.paths.lock, text)
    expect(await kb.sync()).toMatchObject({ outcome: 'busy', added: [] })
    expect(kb.names('docs')).toEqual(['a.md'])
    expect(readFileSync(kb.paths.lock, 'utf8')).toBe(text)
  })

  it('of a dead process is reclaimed, and that is said', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    mkdirSync(kb.paths.stateDir)
    writeFileSync(kb.paths.lock, record({ pid: 2 ** 22 + 1 }))
    const notices: string[] = []
    expect(await kb.sync({ onNotice: (text) => notices.push(text) })).toMatchObject({ outcome: 'ok' })
    expect(notices).toHaveLength(1)
    expect(kb.exists('.pinakes/sync.lock')).toBe(false)
  })

  it('of another host is refused by name, and taken over when asked', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    mkdirSync(kb.paths.stateDir)
    writeFileSync(kb.paths.lock, record({ host: 'elsewhere' }))
    expect(await codeOf(() => kb.sync())).toBe('LOCK_FOREIGN')
    expect(await kb.sync({ forceUnlock: true })).toMatchObject({ outcome: 'ok' })
  })

  it('lets one of two syncs at a time work; the other is busy', async () => {
    const kb = new TestKb(
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`docs/${i}.md`, `w${i}\n`])),
    )
    const reports = await Promise.all([kb.sync(), kb.sync(), kb.sync()])
    expect(reports.map(({ outcome }) => outcome).sort()).toEqual(['busy', 'busy', 'ok'])
    expect(Object.keys(kb.active())).toHaveLength(30)
  })

  it('is waited for when asked', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    const [first, second] = await Promise.all([kb.sync(), kb.sync({ lockWaitMs: 20_000 })])
    expect([first.outcome, second.outcome]).toEqual(['ok', 'ok'])
  })

  it('is released after a refusal', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    kb.write(sidecarPath(B), kb.read(sidecarPath(A)))
    await codeOf(() => kb.sync())
    expect(kb.exists('.pinakes/sync.lock')).toBe(false)
  })
})
