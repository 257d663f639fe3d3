import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addFiles, freshKb, pnk, pnkJson, sidecarId, snapshot } from './pnk.js'

interface StatusJson {
  readonly kb: string
  readonly kb_id: string
  readonly root: string
  readonly index: {
    readonly documents: number
    readonly chunks: number
    readonly fresh: boolean
    readonly needs_rebuild: boolean
    readonly changes: Readonly<Record<string, readonly string[]>>
    readonly failures: readonly { readonly path: string }[]
    readonly links: Readonly<Record<'within' | 'out' | 'in', number>>
    readonly error?: { readonly message: string; readonly remedy: string }
  } | null
  readonly models: readonly { readonly role: string; readonly missing: string | null }[]
  readonly linked_kbs: readonly { readonly name: string; readonly here: boolean }[]
}

function synced(files: Readonly<Record<string, string>>): string {
  const root = freshKb(files)
  expect(pnk(['sync'], { cwd: root }).status).toBe(0)
  return root
}

const status = (root: string) => pnkJson<StatusJson>(['status'], { cwd: root })

/** Without the state, where whoever reads an index has SQLite keep files beside it. */
const filesOf = (root: string) => [...snapshot(root)].filter(([path]) => !path.startsWith('.pinakes'))

const NOTHING = { added: [], changed: [], gone: [], sidecars: [], unknown: [] }

describe('pnk status', () => {
  it('before the first sync says what comes next', () => {
    const root = freshKb()
    const done = pnk(['status'], { cwd: root })
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toContain('none indexed yet: pnk sync')
    expect(status(root).index).toBeNull()
  })

  it('is one screen, and leaves every file as it is', () => {
    const root = synced({ 'docs/a.md': '# A\n\nThe pump.\n' })
    const before = filesOf(root)
    const done = pnk(['status'], { cwd: join(root, 'docs') })
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(12)
    expect(done.stdout).toMatch(/^kb [0-9A-Z]{26}\n/)
    expect(done.stdout).toMatch(/^documents {3}1, 1 passage, index /m)
    expect(done.stdout).toMatch(/^fresh {7}yes$/m)
    expect(done.stdout).toMatch(/^embedding {3}static pinakes\/static-en$/m)
    expect(filesOf(root)).toEqual(before)
    expect(status(root)).toMatchObject({ kb: 'kb', index: { fresh: true, changes: NOTHING } })
  })

  it('tells what the next sync would find, and nothing once it has', () => {
    const root = synced({
      'docs/kept.md': '# Kept\n',
      'docs/edited.md': '# Edited\n',
      'docs/gone.md': '# Gone\n',
      'docs/titled.md': '# Titled\n',
    })
    writeFileSync(join(root, 'docs/edited.md'), '# Edited again\n')
    rmSync(join(root, 'docs/gone.md'))
    const sidecar = join(root, 'docs/titled.md.pnk.yaml')
    writeFileSync(sidecar, readFileSync(sidecar, 'utf8').replace('title: Titled', 'title: Renamed'))
    addFiles(root, { 'docs/new.md': '# New\n' })
    expect(status(root).index).toMatchObject({
      fresh: false,
      changes: {
        added: ['docs/new.md'],
        changed: ['docs/edited.md'],
        gone: ['docs/gone.md'],
        sidecars: ['docs/titled.md.pnk.yaml'],
        unknown: [],
      },
    })
    expect(pnk(['status'], { cwd: root }).stdout).toContain(
      'no: 1 new, 1 changed, 1 gone or moved, 1 sidecar: pnk sync',
    )
    rmSync(join(root, 'docs/gone.md.pnk.yaml'))
    expect(pnk(['sync'], { cwd: root }).status).toBe(0)
    expect(status(root).index).toMatchObject({ documents: 4, fresh: true, changes: NOTHING })
  })

  it('calls nothing gone where it cannot look', () => {
    const root = synced({ 'docs/a.md': '# A\n' })
    renameSync(join(root, 'docs'), join(root, 'away'))
    expect(status(root).index?.changes).toEqual({ ...NOTHING, unknown: ['docs'] })
    expect(pnk(['status'], { cwd: root }).stdout).toContain('no: cannot look into docs')
  })

  it('counts failures, links and linked knowledge bases', () => {
    const root = synced({ 'docs/a.md': '# A\n', 'docs/b.md': '# B\n' })
    const sidecar = join(root, 'docs/a.md.pnk.yaml')
    const to = sidecarId(root, 'docs/b.md')
    const away = 'pnk://01KBBNQBC875GRAZR4E6GA7S90/01KBBNQBC875GRAZR4E6GA7S91'
    writeFileSync(
      sidecar,
      `${readFileSync(sidecar, 'utf8')}links:\n- to: pnk://self/${to}\n  rel: cites\n- to: ${away}\n  rel: cites\n`,
    )
    const manifest = join(root, 'pinakes.toml')
    writeFileSync(
      manifest,
      `${readFileSync(manifest, 'utf8')}\n[[links.kb]]\nid = "01KBBNQBC875GRAZR4E6GA7S90"\nname = "harbour"\npath = "../harbour"\n`,
    )
    writeFileSync(join(root, 'docs/bad.md'), Buffer.from([0xff, 0xfe, 0x00, 0x80]))
    pnk(['sync'], { cwd: root })
    const { index, linked_kbs } = status(root)
    expect(index?.links).toEqual({ sources: 1, within: 1, out: 1, in: 0 })
    expect(linked_kbs).toMatchObject([{ name: 'harbour', here: false }])
    expect(index?.failures.map(({ path }) => path)).toEqual(['docs/bad.md'])
    expect(pnk(['status'], { cwd: root }).stdout).toMatch(
      /^failed {6}1: docs\/bad\.md; why: pnk ls --failed$/m,
    )
  })

  it('says so when another model built the index, and when a model is not here', () => {
    const root = synced({ 'docs/a.md': '# A\n' })
    const manifest = join(root, 'pinakes.toml')
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8')
        .replace('provider = "static"', 'provider = "fastembed"')
        .replace('model = "pinakes/static-en"', 'model = "BAAI/bge-small-en-v1.5"')
        .replace('dim = 256', 'dim = 384'),
    )
    const done = pnkJson<StatusJson>(['status'], { cwd: root, env: { HF_HOME: join(root, 'no-cache') } })
    expect(done.index).toMatchObject({ needs_rebuild: true, fresh: false })
    expect(done.models.find(({ role }) => role === 'embedding')?.missing).toMatch(
      /npm install|pnk models pull/,
    )
  })

  it('with a damaged index still says the rest', () => {
    const root = synced({ 'docs/a.md': '# A\n' })
    writeFileSync(join(root, '.pinakes/index.db'), 'no database')
    const { index, models } = status(root)
    expect(index?.error?.message).toMatch(/index\.db/)
    expect(index?.error?.remedy).toMatch(/pnk sync/)
    expect(models.length).toBeGreaterThan(0)
  })
})

describe('pnk version', () => {
  it('says what a bug report needs, as --version --verbose does', () => {
    const done = pnk(['version'])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toMatch(
      /^pnk \d+\.\d+\.\d+, format level [\d.]+\nNode v[\d.]+, \w+ \w+\nSQLite 3\.[\d.]+ with FTS5\n/,
    )
    expect(done.stdout).toMatch(/^ {2}pinakes\/static-en +installed +static +[\d.]+ MB$/m)
    expect(pnk(['--version', '--verbose']).stdout).toBe(done.stdout)
  })

  it('gives the same to a program', () => {
    const report = pnkJson(['version'])
    expect(report).toMatchObject({
      version: expect.stringMatching(/^\d/),
      node: expect.stringMatching(/^v\d/),
      sqlite: { fts5: true },
      models: expect.arrayContaining([expect.objectContaining({ model: 'pinakes/static-en' })]),
    })
    expect(JSON.parse(pnk(['--version', '--json']).stdout)).toEqual(report)
  })
})

describe('pnk completions', () => {
  it.each(['bash', 'zsh', 'fish'])('%s prints a script', (shell) => {
    const done = pnk(['completions', shell])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toContain('install-hooks')
  })

  it('of another shell is a usage error', () => {
    const done = pnk(['completions', 'csh'])
    expect(done).toMatchObject({ status: 2, stdout: '' })
    expect(done.stderr).toContain('bash, zsh, fish')
  })
})
