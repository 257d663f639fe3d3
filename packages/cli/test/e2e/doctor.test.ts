import { appendFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addFiles, freshKb, pnk, run, scratch, sidecarId, snapshot } from './pnk.js'

interface Row {
  name: string
  status: 'OK' | 'WARN' | 'FAIL'
  detail: string
  remedy: string | null
}

interface Examined {
  status: number | null
  rows: readonly Row[]
  row(name: string, status?: Row['status']): Row | undefined
}

/** What doctor says; every row that is not OK has to have a remedy, and nothing may have been written. */
function examine(root: string): Examined {
  const before = [files(root), statSync(root).mtimeMs]
  const done = pnk(['doctor', '--json'], { cwd: root })
  expect(done.stderr).toBe('')
  expect([files(root), statSync(root).mtimeMs]).toEqual(before)
  const { ok, checks } = JSON.parse(done.stdout) as { ok: boolean; checks: Row[] }
  for (const row of checks) expect(row.remedy === null, row.name).toBe(row.status === 'OK')
  const failed = checks.some(({ status }) => status === 'FAIL')
  expect([ok, done.status]).toEqual([!failed, failed ? 1 : 0])
  return {
    status: done.status,
    rows: checks,
    row: (name, status) =>
      checks.find((row) => row.name === name && (status === undefined || row.status === status)),
  }
}

/** Every file but the two that SQLite itself keeps beside an open database. */
function files(root: string): Map<string, string> {
  return new Map([...snapshot(root)].filter(([path]) => !/^\.pinakes\/index\.db-(?:wal|shm)$/.test(path)))
}

function synced(
  files: Readonly<Record<string, string | Uint8Array>> = { 'docs/a.md': '# A\n\nalpha\n' },
): string {
  const root = freshKb(files)
  pnk(['sync'], { cwd: root })
  return root
}

function editManifest(root: string, edit: (text: string) => string): void {
  const path = join(root, 'pinakes.toml')
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}

describe('pnk doctor', () => {
  it('finds nothing to fail in a fresh knowledge base, synced or not', () => {
    for (const root of [freshKb(), synced()]) {
      const { rows } = examine(root)
      expect(rows.filter(({ status }) => status === 'FAIL')).toEqual([])
    }
  })

  it('checks every subject', () => {
    const names = new Set(examine(synced()).rows.map(({ name }) => name))
    expect([...names]).toEqual(
      expect.arrayContaining([
        'sqlite',
        'manifest',
        'template',
        'linked KBs',
        'embedding model',
        'model cache',
        'pdf extractor',
        'extraction cache',
        'sidecars',
        'duplicate ids',
        'orphaned sidecars',
        'index',
        'model coherence',
        'chunking coherence',
        'titles',
        'links',
        'failures',
        'reranker',
        'calibration',
        'sidecar values',
        'index identities',
        'sync lock',
        'scale',
        'vector tier',
        'edge hubs',
        'heading coverage',
        'gitignore',
        'exclude divergence',
        'name collisions',
        'leftovers',
      ]),
    )
  })

  it('prints a line a check, with the remedy below what is not OK', () => {
    const { stdout } = pnk(['doctor'], { cwd: freshKb() })
    expect(stdout).toMatch(/^OK sqlite: SQLite 3\.[\d.]+ with FTS5$/m)
    expect(stdout).toMatch(/^WARN index: no index yet; skipped: .*\n {2}→ pnk sync$/m)
    expect(stdout).not.toContain('\u001b')
  })

  it('names the knowledge base it needs', () => {
    expect(pnk(['doctor'], { cwd: scratch() })).toMatchObject({ status: 1, stdout: '' })
  })
})

describe('pnk doctor finds', () => {
  it('a manifest that does not load, as one row, and still checks the rest', () => {
    const root = synced()
    editManifest(root, (text) => text.replace('[sources]', '[source]'))
    const { row } = examine(root)
    expect(row('manifest')).toMatchObject({
      status: 'FAIL',
      detail: expect.stringMatching(/\[?source\]?.*; skipped: /s),
    })
    expect(row('sqlite')?.status).toBe('OK')
  })

  it('an unreadable sidecar', () => {
    const root = synced({ 'docs/a.md': 'alpha\n', 'docs/b.md': 'beta\n' })
    addFiles(root, { 'docs/a.md.pnk.yaml': 'id: [\n' })
    expect(examine(root).row('sidecars')).toMatchObject({
      status: 'FAIL',
      detail: expect.stringContaining('docs/a.md.pnk.yaml'),
    })
  })

  it('a value in a sidecar that the index can keep only as nothing', () => {
    const root = synced()
    appendFileSync(join(root, 'docs/a.md.pnk.yaml'), 'weight: .nan\n')
    const row = examine(root).row('sidecar values')
    expect(row).toMatchObject({
      status: 'WARN',
      detail: expect.stringMatching(/docs\/a\.md\.pnk\.yaml:\d+:\d+ weight/),
    })
  })

  it('a document whose id only the index knows', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    pnk(['sync', '--index-only'], { cwd: root })
    expect(examine(root).row('index identities')).toMatchObject({
      status: 'WARN',
      detail: '1 document whose id no sidecar holds: docs/a.md',
    })
    pnk(['sync'], { cwd: root })
    expect(examine(root).row('index identities')?.status).toBe('OK')
  })

  it('a reranker that the manifest asks for and this installation cannot load', () => {
    const root = synced()
    editManifest(root, (text) => text.replace(/^model = "pinakes\/static-rerank-en"$/m, 'model = "other"'))
    const row = examine(root).row('reranker')
    expect(row).toMatchObject({ status: 'FAIL' })
    expect(row?.remedy).toMatch(/\S/)
  })

  it('one id in two sidecars, with both paths', () => {
    const root = synced()
    addFiles(root, {
      'docs/b.md': 'beta\n',
      'docs/b.md.pnk.yaml': readFileSync(join(root, 'docs/a.md.pnk.yaml')),
    })
    expect(examine(root).row('duplicate ids')).toMatchObject({
      status: 'FAIL',
      detail: expect.stringMatching(/docs\/a\.md\.pnk\.yaml.*docs\/b\.md\.pnk\.yaml/),
    })
  })

  it('a sidecar whose document is gone, but not one whose document is merely excluded', () => {
    const root = synced({ 'docs/a.md': 'alpha\n', 'docs/b.md': 'beta\n' })
    rmSync(join(root, 'docs/a.md'))
    editManifest(root, (text) => text.replace(/^exclude = .*$/m, 'exclude = ["**/b.md"]'))
    expect(examine(root).row('orphaned sidecars')).toMatchObject({
      status: 'WARN',
      detail: '1 sidecar without a document: docs/a.md.pnk.yaml',
    })
  })

  it('another model than the one that built the index', () => {
    const root = synced()
    editManifest(root, (text) => text.replace(/^dim = 256$/m, 'dim = 128'))
    expect(examine(root).row('model coherence')).toMatchObject({
      status: 'FAIL',
      detail: expect.stringContaining('embedding_dim: index 256, wanted 128'),
    })
  })

  it('a provider that is not part of this installation', () => {
    const root = synced()
    editManifest(root, (text) => text.replace(/^provider = "static"$/m, 'provider = "nobody"'))
    expect(examine(root).row('embedding model')).toMatchObject({
      status: 'FAIL',
      detail: expect.stringContaining('nobody'),
    })
  })

  it('chunking settings that the index does not have yet, key by key', () => {
    const root = synced()
    editManifest(root, (text) => text.replace(/^max_tokens = 510$/m, 'max_tokens = 200'))
    expect(examine(root).row('chunking coherence')).toMatchObject({
      status: 'WARN',
      detail: 'chunking_max_tokens 510 -> 200',
      remedy: 'pnk sync --rebuild',
    })
  })

  it('documents that could not be indexed', () => {
    const root = synced({ 'docs/a.md': 'a\0b\n' })
    expect(examine(root).row('failures')).toMatchObject({
      status: 'WARN',
      detail: expect.stringContaining('docs/a.md'),
    })
  })

  it('a lock and who holds it, without guessing how old it is', () => {
    const root = synced()
    const lock = { pid: process.pid, host: hostname(), started: '20250101 00:00' }
    addFiles(root, { '.pinakes/sync.lock': JSON.stringify(lock) })
    const row = examine(root).row('sync lock')
    expect(row).toMatchObject({ status: 'WARN', detail: expect.stringContaining(String(process.pid)) })
    expect(row?.detail).toContain('20250101 00:00')
    expect(row?.detail).not.toMatch(/\b(?:minutes?|hours?|days?|ago)\b/)
  })

  it('a .gitignore that lets the derived state through', () => {
    const root = synced()
    writeFileSync(join(root, '.gitignore'), '# .pinakes/\n')
    expect(examine(root).row('gitignore')).toMatchObject({
      status: 'WARN',
      remedy: "echo '.pinakes/' >> .gitignore",
    })
  })

  it('documents that only this edition hides', () => {
    const root = synced({ 'docs/a.md': 'alpha\n', 'docs/drafts/x.md': 'x\n', 'docs/drafts/deep/y.md': 'y\n' })
    expect(examine(root).row('exclude divergence')).toMatchObject({
      status: 'WARN',
      detail: expect.stringContaining('docs/drafts/deep/y.md'),
    })
  })

  it('names that other systems take for one', () => {
    const root = synced({ 'docs/README.md': 'upper\n', 'docs/readme.md': 'lower\n' })
    expect(examine(root).row('name collisions')).toMatchObject({
      status: 'WARN',
      detail: 'one file on other systems: docs/README.md = docs/readme.md',
    })
  })

  it('what an interrupted run left behind', () => {
    const root = synced()
    addFiles(root, { '.pinakes/index.db.new': 'x', 'docs/a.md.pnk.yaml.7.0123456789ab.new': 'x' })
    const row = examine(root).row('leftovers')
    expect(row).toMatchObject({ status: 'WARN' })
    expect(row?.detail).toContain('.pinakes/index.db.new')
    expect(row?.detail).toContain('docs/a.md.pnk.yaml.7.0123456789ab.new')
  })

  it('which tier searches scan by, for the size of the index or because the manifest says so', () => {
    const root = synced()
    expect(examine(root).row('vector tier')).toMatchObject({
      status: 'OK',
      detail: expect.stringMatching(/^exact for 1 chunk: .*; int8 finds for 1 stored vector what an exact /),
    })
    editManifest(root, (text) => text.replace('vector_tier = "auto"', 'vector_tier = "int8"'))
    expect(examine(root).row('vector tier')?.detail).toMatch(/^int8 for 1 chunk: vector_tier = "int8"; /)
  })

  it('links that lead nowhere', () => {
    const root = synced()
    appendFileSync(
      join(root, 'docs/a.md.pnk.yaml'),
      'links:\n- to: pnk://self/01JV3M8Q6ZT4XN0R5K7WBYC2DE\n  rel: cites\n',
    )
    expect(examine(root).row('links', 'WARN')).toMatchObject({
      detail: expect.stringContaining('docs/a.md.pnk.yaml -> 01JV3M8Q6ZT4XN0R5K7WBYC2DE'),
    })
  })

  it('links to a connected knowledge base that has no such document', () => {
    const partner = synced({ 'docs/p.md': 'partner\n' })
    const root = synced()
    const id = /^id = "([0-9A-Z]{26})"/m.exec(readFileSync(join(partner, 'pinakes.toml'), 'utf8'))?.[1]
    editManifest(
      root,
      (text) => `${text}\n[[links.kb]]\nid = "${id}"\nname = "partner"\npath = "${partner}"\n`,
    )
    const link = (doc: string) => `links:\n- to: pnk://${id}/${doc}\n  rel: cites\n`
    const sidecar = join(root, 'docs/a.md.pnk.yaml')
    const bare = readFileSync(sidecar, 'utf8')
    writeFileSync(sidecar, bare + link(sidecarId(partner, 'docs/p.md')))
    expect(examine(root).row('links', 'WARN')).toBeUndefined()
    writeFileSync(sidecar, bare + link('01JV3M8Q6ZT4XN0R5K7WBYC2DE'))
    expect(examine(root).row('links', 'WARN')?.detail).toContain('01JV3M8Q6ZT4XN0R5K7WBYC2DE')
    addFiles(partner, { 'docs/p.md.pnk.yaml': 'id: [\n' })
    expect(examine(root).row('links', 'WARN')).toBeUndefined()
  })

  it('a connected knowledge base that is not here, or is named by a path of this machine alone', () => {
    const root = synced()
    const declared = '01JV3K2H8M5Q9T1X4Z7B0D3F6G'
    const original = readFileSync(join(root, 'pinakes.toml'), 'utf8')
    const rowFor = (path: string) => {
      const entry = `\n[[links.kb]]\nid = "${declared}"\nname = "partner"\npath = "${path}"\n`
      writeFileSync(join(root, 'pinakes.toml'), original + entry)
      return examine(root).row('linked KBs')
    }
    const says = (text: string) => ({ status: 'WARN', detail: expect.stringContaining(text) })
    expect(rowFor('../absent')).toMatchObject(says('does not exist'))
    expect(rowFor('~nobody/kb')).toMatchObject(says('"~nobody/kb"'))
    expect(rowFor('docs/a.md')).toMatchObject(says('is not a directory'))
    const partner = synced()
    expect(rowFor(partner)).toMatchObject(says('another knowledge base'))
    editManifest(partner, (text) => text.replace(/^id = .*$/m, `id = "${declared}"`))
    expect(rowFor(partner)).toMatchObject(says('holds on this machine only'))
    expect(rowFor(relative(root, partner))).toMatchObject({ status: 'OK', detail: 'all 1 here' })
    editManifest(partner, () => '[kb')
    expect(rowFor(partner)).toMatchObject(says('not valid TOML'))
  })

  it('a template that cannot be compared, without calling it wrong', () => {
    const root = synced()
    editManifest(root, (text) => text.replace('template = "notes@2.0"', 'template = "notes@1.4"'))
    expect(examine(root).row('template')).toMatchObject({ status: 'WARN' })
    editManifest(root, (text) => text.replace('template = "notes@1.4"', 'template = "gone@1.0"'))
    expect(examine(root).row('template')).toMatchObject({
      status: 'WARN',
      detail: expect.stringContaining('gone'),
    })
  })

  it('a root that is missing: what lies there is unknown, and no sidecar is called an orphan', () => {
    const root = synced()
    renameSync(join(root, 'docs'), join(root, 'unmounted'))
    const { row } = examine(root)
    expect(row('sidecars', 'WARN')).toMatchObject({ detail: expect.stringContaining('docs') })
    expect(row('orphaned sidecars')?.status).toBe('OK')
  })

  it('patterns that take PDFs, while nothing here reads them', () => {
    const root = synced()
    expect(examine(root).row('pdf extractor')).toMatchObject({ status: 'OK' })
    editManifest(root, (text) => text.replace(/^include = .*$/m, 'include = ["**/*.md", "**/*.pdf"]'))
    expect(examine(root).row('pdf extractor')).toMatchObject({
      status: 'WARN',
      detail: '"**/*.pdf" can take PDFs, and pypdfium2 is not installed',
    })
  })

  it('damaged entries of the extraction cache, and leaves them', () => {
    const root = synced()
    expect(examine(root).row('extraction cache')).toMatchObject({ status: 'OK', detail: 'empty' })
    addFiles(root, { '.pinakes/cache/extract/torn.json': '{' })
    expect(examine(root).row('extraction cache', 'WARN')?.detail).toContain('torn.json')
  })

  it('sidecars that git ignores, and those left behind when their document was added', () => {
    const root = synced({ 'docs/a.md': '# A\n', 'docs/b.md': '# B\n' })
    expect(examine(root).row('sidecars in git')).toBeUndefined()
    const git = (...args: string[]) => expect(run('git', args, { cwd: root })).toMatchObject({ status: 0 })
    git('init', '-q')
    git('add', 'docs/a.md', 'docs/a.md.pnk.yaml')
    expect(examine(root).row('sidecars in git')).toMatchObject({ status: 'OK' })
    git('add', 'docs/b.md')
    expect(examine(root).row('sidecars in git')).toMatchObject({
      status: 'WARN',
      detail: '1 sidecar not in git, though the document is: docs/b.md.pnk.yaml',
      remedy: 'git add docs/b.md.pnk.yaml',
    })
    appendFileSync(join(root, '.gitignore'), '*.pnk.yaml\n')
    expect(examine(root).row('sidecars in git')).toMatchObject({
      status: 'WARN',
      detail: '1 sidecar ignored by git: docs/b.md.pnk.yaml',
    })
  })

  it('thresholds of confidence that were fitted for another reranker', () => {
    const root = synced()
    expect(examine(root).row('calibration')).toMatchObject({ status: 'WARN', remedy: 'pnk calibrate' })
    const fitted = (model: string) =>
      `\n[retrieval.confidence]\nfitted_for = "${model}"\nlow_below = 0.1\nhigh_above = 0.9\n`
    const original = readFileSync(join(root, 'pinakes.toml'), 'utf8')
    writeFileSync(join(root, 'pinakes.toml'), original + fitted('pinakes/other'))
    expect(examine(root).row('calibration')).toMatchObject({
      status: 'FAIL',
      detail: expect.stringMatching(/^fitted for pinakes\/other, and pinakes\/static-rerank-en.* runs/),
    })
    writeFileSync(join(root, 'pinakes.toml'), original + fitted('pinakes/static-rerank-en'))
    expect(examine(root).row('calibration')).toMatchObject({ status: 'OK' })
  })
})
