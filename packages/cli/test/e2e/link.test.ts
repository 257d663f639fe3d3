import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireSyncLock } from '@pinakes/index'
import { kbPaths } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { addFiles, freshKb, pnk, pnkJson, sidecarId, snapshot, startPnk } from './pnk.js'

const FILES = { 'docs/a.md': '# Apple\n\ntext\n', 'docs/b.md': '# Boat\n\ntext\n', 'docs/c.md': 'no title\n' }

/** A synced knowledge base with these documents. */
function syncedKb(files: Readonly<Record<string, string>> = FILES): string {
  const root = freshKb(files)
  sync(root)
  return root
}

function sync(root: string): void {
  const done = pnk(['sync'], { cwd: root })
  expect(done.status, done.stdout + done.stderr).toBe(0)
}

const kbId = (root: string) =>
  /^id = "(\w+)"/m.exec(readFileSync(join(root, 'pinakes.toml'), 'utf8'))?.[1] ?? ''

/** Everything below the root but the index, which readers may touch. */
function files(root: string): Map<string, string> {
  return new Map([...snapshot(root)].filter(([path]) => !path.startsWith('.pinakes')))
}

describe('pnk link', () => {
  it('adds a link to one sidecar and says what to do next; pnk links shows it after a sync', () => {
    const root = syncedKb()
    const before = files(root)
    const done = pnk(['link', 'docs/a.md', 'docs/b.md', '--rel', 'cites'], { cwd: join(root, 'docs') })
    const uri = `pnk://${kbId(root)}/${sidecarId(root, 'docs/b.md')}`
    expect(done).toEqual({
      status: 0,
      stderr: '',
      stdout: `docs/a.md.pnk.yaml: link added\n  cites -> docs/b.md (${uri})\nnext: pnk sync, then git add docs/a.md.pnk.yaml and git commit\n`,
    })
    const changed = [...files(root)].filter(([path, bytes]) => before.get(path) !== bytes)
    expect(changed.map(([path]) => path)).toEqual(['docs/a.md.pnk.yaml'])
    expect(changed[0]?.[1]).toBe(`${before.get('docs/a.md.pnk.yaml')}links:\n- to: ${uri}\n  rel: cites\n`)
    expect(pnk(['links', 'docs/a.md'], { cwd: root }).stdout).toBe(
      'no links as of the last sync; add one with pnk link\n',
    )
    sync(root)
    expect(pnk(['links', 'docs/a.md'], { cwd: root }).stdout).toBe('-> cites: Boat  [hop 1]\n')
    expect(pnk(['links', sidecarId(root, 'docs/b.md')], { cwd: root }).stdout).toBe(
      '<- cites: Apple  [hop 1]\n',
    )
  })

  it('twice writes nothing the second time; unlink takes it away again, byte for byte', () => {
    const root = syncedKb()
    const before = files(root)
    const link = ['docs/a.md', 'docs/b.md', '--rel', 'no']
    expect(pnk(['unlink', ...link], { cwd: root }).stdout).toContain('nothing written')
    expect(pnk(['link', ...link], { cwd: root }).status).toBe(0)
    const again = pnk(['link', ...link], { cwd: root })
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('nothing written')])
    const gone = pnkJson(['unlink', ...link], { cwd: root })
    expect(gone).toEqual({
      action: 'unlink',
      written: true,
      document: 'docs/a.md',
      doc_id: sidecarId(root, 'docs/a.md'),
      sidecar: 'docs/a.md.pnk.yaml',
      rel: 'no',
      to: `pnk://${kbId(root)}/${sidecarId(root, 'docs/b.md')}`,
      target_path: 'docs/b.md',
      target_kb: null,
    })
    expect(files(root)).toEqual(before)
  })

  it('reaches a document of a connected knowledge base', () => {
    const [root, partner] = [syncedKb(), syncedKb()]
    const manifest = join(root, 'pinakes.toml')
    const entry = `\n[[links.kb]]\nid = "${kbId(partner)}"\nname = "the: other"\npath = ${JSON.stringify(partner)}\n`
    writeFileSync(manifest, readFileSync(manifest, 'utf8') + entry)
    const before = files(partner)
    const done = pnk(['link', 'docs/a.md', 'the: other:docs/b.md', '--rel', 'cites'], { cwd: root })
    expect([done.status, done.stdout]).toEqual([
      0,
      expect.stringContaining('-> the: other:docs/b.md (pnk://'),
    ])
    expect(files(partner)).toEqual(before)
    sync(root)
    const rows = pnk(['links', 'docs/a.md'], { cwd: root }).stdout
    expect(rows).toBe(`-> cites: ${sidecarId(partner, 'docs/b.md')} (other KB)  [hop 1]\n`)
    const lost = pnk(['link', 'docs/a.md', 'another:docs/b.md', '--rel', 'cites'], { cwd: root })
    expect([lost.status, lost.stderr]).toEqual([1, expect.stringContaining('declared are "the: other"')])
  })

  it.each([
    [['docs/a.md', 'docs/b.md'], 2, 'rel'],
    [['docs/a.md', '--rel', 'x'], 2, 'target'],
    [['docs/a.md', 'docs/b.md', '--rel', ' '], 1, 'the relation is empty'],
    [['docs/a.md', 'docs/a.md', '--rel', 'x'], 1, 'same document'],
    [['docs/a.md', 'docs/nowhere.md', '--rel', 'x'], 1, 'not there'],
    [['docs/a.md', 'pnk://other/x', '--rel', 'x'], 1, 'is not a link'],
    [['docs/a.md', '../../etc/passwd', '--rel', 'x'], 1, 'outside'],
    [['docs/a.md', 'docs', '--rel', 'x'], 1, 'not a file'],
    [['docs/a.md.pnk.yaml', 'docs/b.md', '--rel', 'x'], 1, 'is a sidecar'],
    [['docs/bare.md', 'docs/b.md', '--rel', 'x'], 1, 'no sidecar'],
    [['docs/a.md', 'old:docs/b.md', '--rel', 'x'], 1, 'none is declared'],
  ] as const)('refuses %j with exit %i, and so does unlink', (args, status, said) => {
    const root = syncedKb()
    addFiles(root, { 'docs/bare.md': 'new\n' })
    const before = files(root)
    for (const command of ['link', 'unlink']) {
      const done = pnk([command, ...args], { cwd: root })
      expect([done.status, done.stdout]).toEqual([status, ''])
      expect(done.stderr).toContain(said)
      expect(done.stderr).not.toMatch(/^\s+at /m)
    }
    expect(files(root)).toEqual(before)
  })

  it('takes names of every kind, at both ends', () => {
    const names = [
      '-rf.md',
      'a # b & c.md',
      'x [1] (2).md',
      '100% sure?.md',
      'line\nbreak.md',
      '🙂.md',
      'Café.md',
      'colon:1.md',
      `${'long'.repeat(58)}.md`,
    ]
    const root = syncedKb(Object.fromEntries(names.map((name) => [`docs/${name}`, `# T\n\n${name}\n`])))
    for (const [i, name] of names.entries()) {
      const other = names[(i + 1) % names.length]
      const done = pnk(['link', `docs/${name}`, `docs/${other}`, '--rel', 'cites'], { cwd: root })
      expect(done.status, done.stderr).toBe(0)
    }
    sync(root)
    for (const name of names) {
      const { neighbours } = pnkJson<{ neighbours: unknown[] }>(['links', `docs/${name}`], { cwd: root })
      expect(neighbours).toHaveLength(2)
    }
  })

  it('a document whose name starts with a dash is not an option', () => {
    const root = freshKb({ '-rf.md': 'x\n', 'b.md': 'y\n' })
    const manifest = join(root, 'pinakes.toml')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('roots = ["docs/"]', 'roots = ["."]'))
    sync(root)
    const done = pnk(['link', '-rf.md', 'b.md', '--rel', 'cites'], { cwd: root })
    expect(done.status, done.stderr).toBe(0)
    sync(root)
    expect(pnk(['links', '-rf.md'], { cwd: root }).stdout).toContain('-> cites')
  })

  it('needs no sync lock: it works while a sync has it', async () => {
    const root = syncedKb()
    const held = await acquireSyncLock(kbPaths(root).stateDir)
    if (held.status !== 'acquired') throw new Error('the lock is taken')
    try {
      const done = pnk(['link', 'docs/a.md', 'docs/b.md', '--rel', 'cites'], { cwd: root })
      expect(done.status, done.stderr).toBe(0)
    } finally {
      held.lock.release()
    }
    sync(root)
    expect(pnk(['links', 'docs/a.md'], { cwd: root }).stdout).toContain('-> cites: Boat')
  })

  it('at once with another on the same sidecar, 50 times: no link is lost', async () => {
    const root = syncedKb()
    const link = (rel: string) =>
      ended(startPnk(['link', 'docs/a.md', 'docs/b.md', '--rel', rel], { cwd: root }))
    for (let round = 0; round < 50; round++) {
      expect(await Promise.all([link(`left ${round}`), link(`right ${round}`)])).toEqual([0, 0])
    }
    const text = readFileSync(join(root, 'docs/a.md.pnk.yaml'), 'utf8')
    const found = [...text.matchAll(/^ +rel: (.*)$/gm)].map(([, rel]) => rel).sort()
    const wanted = Array.from({ length: 50 }, (_, i) => [`left ${i}`, `right ${i}`]).flat()
    expect(found).toEqual(wanted.sort())
    expect(readdirSync(join(root, 'docs')).filter((name) => name.includes('.new'))).toEqual([])
  }, 300_000)

  it('killed at any moment leaves the sidecar as it was or as it was to be', async () => {
    const root = syncedKb()
    const file = join(root, 'docs/a.md.pnk.yaml')
    const link = ['docs/a.md', 'docs/b.md', '--rel', 'cites']
    const before = readFileSync(file, 'utf8')
    const started = performance.now()
    expect(pnk(['link', ...link], { cwd: root }).status).toBe(0)
    const usualMs = performance.now() - started
    const after = readFileSync(file, 'utf8')
    for (let round = 0; round < 30; round++) {
      writeFileSync(file, before)
      const child = startPnk(['link', ...link], { cwd: root })
      const end = ended(child)
      await sleep(usualMs * (0.5 + round / 60))
      child.kill('SIGKILL')
      await end
      expect([before, after]).toContain(readFileSync(file, 'utf8'))
      expect(pnk(['link', ...link], { cwd: root }).status).toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(after)
    }
  }, 300_000)
})

function ended(child: ReturnType<typeof startPnk>): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (status) => resolve(status)))
}

describe('pnk links', () => {
  it('prints one line a link, notes on stderr, and the payload as JSON', () => {
    const root = syncedKb()
    const gone = '01JV3MA0N4R8V2Y6C1E5H9K3P7'
    for (const [source, target, rel] of [
      ['docs/a.md', 'docs/b.md', 'cites'],
      ['docs/b.md', 'docs/a.md', 'cites'],
      ['docs/b.md', 'docs/c.md', 'line\nbreak'],
      ['docs/a.md', `pnk://self/${gone}`, 'cites'],
    ] as const) {
      expect(pnk(['link', source, target, '--rel', rel], { cwd: root }).status).toBe(0)
    }
    sync(root)
    const two = pnk(['links', 'docs/a.md', '--depth', '2'], { cwd: root })
    expect(two).toEqual({
      status: 0,
      stdout: '<-> cites: Boat  [hop 1]\n-> line\\nbreak: c  [hop 2]\n',
      stderr: `unresolved: cites: ${gone}: no active document with that id in this KB\n`,
    })
    const json = pnkJson(['links', 'docs/a.md'], { cwd: root })
    const [kb_id, doc_id] = [kbId(root), sidecarId(root, 'docs/b.md')]
    const row = { kb_id, doc_id, rel: 'cites', distance: 1 }
    expect(json).toEqual({
      document: sidecarId(root, 'docs/a.md'),
      neighbours: [
        { ...row, title: 'Boat', direction: 'both', score: 2, scored_by_query: false, terminal: false },
      ],
      frontier: [{ ...row, reason: 'depth' }],
      unresolved: [
        { kb_id, doc_id: gone, rel: 'cites', reason: 'no active document with that id in this KB' },
      ],
      truncated: [],
    })
  })

  it('ranks by a query, and loads a model for that alone', () => {
    const root = syncedKb()
    for (const target of ['docs/b.md', 'docs/c.md']) {
      expect(pnk(['link', 'docs/a.md', target, '--rel', 'cites'], { cwd: root }).status).toBe(0)
    }
    sync(root)
    const { neighbours } = pnkJson<{ neighbours: { title: string; scored_by_query: boolean }[] }>(
      ['links', 'docs/a.md', '--query', 'a boat on the water', '--offline'],
      { cwd: root },
    )
    expect(neighbours.map(({ title, scored_by_query }) => [title, scored_by_query])[0]).toEqual([
      'Boat',
      true,
    ])
  })

  it('says why there is nothing', () => {
    const root = syncedKb()
    expect(pnk(['link', 'docs/a.md', 'docs/b.md', '--rel', 'cites'], { cwd: root }).status).toBe(0)
    expect(
      pnk(['link', 'docs/c.md', `pnk://self/01JV3MA0N4R8V2Y6C1E5H9K3P7`, '--rel', 'x'], { cwd: root }).status,
    ).toBe(0)
    sync(root)
    const said = (...args: string[]) => {
      const { status, stdout } = pnk(['links', ...args], { cwd: root })
      expect(status).toBe(0)
      return stdout
    }
    expect(said('docs/a.md', '--rel', 'x')).toContain('with these options')
    expect(said('docs/a.md', '--direction', 'in')).toContain('with these options')
    expect(said('docs/a.md', '--depth', '0')).toContain('with these options')
    expect(said('docs/a.md', '--depth=-7')).toContain('with these options')
    expect(said('docs/c.md')).toContain('no active document')
    expect(said('docs/a.md', '--depth', '99')).toContain('Boat')
  })

  it.each([
    [['docs/a.md', '--direction', 'up'], 2],
    [['docs/a.md', '--depth', 'x'], 2],
    [['docs/a.md', '--rel', ''], 2],
    [['docs/a.md', '--query', ' '], 2],
    [[], 2],
    [['docs/nowhere.md'], 1],
    [['01JV3MA0N4R8V2Y6C1E5H9K3P7'], 1],
  ] as const)('refuses %j with exit %i', (args, status) => {
    const root = syncedKb()
    const done = pnk(['links', ...args], { cwd: root })
    expect([done.status, done.stdout]).toEqual([status, ''])
    expect(done.stderr).toMatch(/^error: /)
  })
})
