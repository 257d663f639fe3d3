import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KbUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import type { LinkScan } from '../../src/index.js'
import { type LinkScanInput, scanLinkedKbs } from '../../src/index.js'
import { docId, folder, HERE, here, manifestOf, type Pair, pair, put, sidecar, THERE } from './partner-kb.js'

const NOW = new Date('2026-07-25T09:14:40Z')
const THIRD = '01JV3K2H8M5Q9T1X4Z7B0D3F6J'

function scan(kbs: Pair, changes: Partial<LinkScanInput> = {}): Promise<LinkScan> {
  return scanLinkedKbs({
    root: kbs.root,
    kbId: HERE,
    linked: [kbs.linked],
    store: kbs.index.linkedKbs(),
    force: false,
    checkTargets: false,
    now: NOW,
    ...changes,
  })
}

const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)

const ONLY_LOOKED = new Error('only looked')

/** How many links of others are stored: what dropping all of them would drop. */
function storedRows(kbs: Pair): number {
  let rows = 0
  try {
    kbs.index.inTransaction(() => {
      for (const dropped of kbs.index.linkedKbs().keepOnly([])) rows += dropped.rows
      throw ONLY_LOOKED
    })
  } catch (error) {
    if (error !== ONLY_LOOKED) throw error
  }
  return rows
}

const ONE = { 'docs/a.md': 'text', 'docs/a.md.pnk.yaml': sidecar(1, [here(5), 'cites']) }

describe('a scan', () => {
  it('takes the links to this KB, and leaves those to itself and to third ones', async () => {
    const kbs = pair({
      'docs/a.md': 'text',
      'docs/a.md.pnk.yaml': sidecar(
        1,
        [here(5), 'cites'],
        [here(5), 'ordered from'],
        ['pnk://self/01J00000000000000000000005', 'cites'],
        [`pnk://${THIRD}/01J00000000000000000000005`, 'cites'],
      ),
      'docs/sub/b.md': 'text',
      'docs/sub/b.md.pnk.yaml': sidecar(2, [here(6), 'no'], [here(7), '😀'], [here(8), 'x'.repeat(10_000)]),
    })
    expect(await scan(kbs)).toEqual({
      scanned: [{ alias: 'there', kbId: THERE, rows: 5 }],
      dropped: [],
      issues: [],
      nextDueMs: Date.parse('2026-07-25T10:14:00Z'),
    })
    expect(kbs.index.linkedKbs().refs()).toEqual([
      { kbId: THERE, alias: 'there', path: kbs.there, lastScan: '20260725 09:14' },
    ])
    expect(storedRows(kbs)).toBe(5)
  })

  it('reads the documents that the partner takes, and no sidecar of another file', async () => {
    const kbs = pair(
      {
        'notes/a.md': 'text',
        'notes/a.md.pnk.yaml': sidecar(1, [here(1), 'cites']),
        'notes/a.rst': 'text',
        'notes/a.rst.pnk.yaml': sidecar(2, [here(2), 'cites']),
        'notes/drafts/b.md': 'text',
        'notes/drafts/b.md.pnk.yaml': 'id: [broken\n',
        'notes/gone.md.pnk.yaml': sidecar(4, [here(4), 'cites']),
        'docs/c.md': 'text',
        'docs/c.md.pnk.yaml': 'also broken: [\n',
      },
      'roots = ["notes"]\nexclude = ["drafts/*"]',
    )
    expect(await scan(kbs)).toMatchObject({ scanned: [{ rows: 1 }], issues: [] })
  })

  it('needs neither index nor lock of the partner, and writes nothing there', async () => {
    const kbs = pair({ ...ONE, '.pinakes/index.db': 'no database', '.pinakes/sync.lock': 'held' })
    const before = readdirSync(kbs.there, { recursive: true })
    expect(await scan(kbs)).toMatchObject({ scanned: [{ rows: 1 }] })
    expect(readdirSync(kbs.there, { recursive: true })).toEqual(before)
  })

  it('replaces what it found before', async () => {
    const kbs = pair(ONE)
    await scan(kbs)
    put(kbs.there, { 'docs/a.md.pnk.yaml': sidecar(1) })
    expect(await scan(kbs, { force: true })).toMatchObject({ scanned: [{ rows: 0 }] })
    expect(storedRows(kbs)).toBe(0)
  })

  it('of ten thousand sidecars of which one is broken keeps what was known before', async () => {
    const files: Record<string, string> = {}
    for (let n = 0; n < 10_000; n++) {
      files[`docs/${n % 100}/${n}.md`] = ''
      files[`docs/${n % 100}/${n}.md.pnk.yaml`] = sidecar(n, [here(n), 'cites'])
    }
    const kbs = pair(files)
    expect(await scan(kbs)).toMatchObject({ scanned: [{ rows: 10_000 }] })
    put(kbs.there, { 'docs/7/7.md.pnk.yaml': 'id: nothing\n', 'docs/8/8.md.pnk.yaml': sidecar(8) })
    const second = await scan(kbs, { now: later(60) })
    expect(second).toMatchObject({ scanned: [], nextDueMs: later(60).getTime() })
    expect(second.issues).toEqual([
      {
        alias: 'there',
        message: expect.stringMatching(/^a sidecar of it cannot be read, .*7\.md\.pnk\.yaml/),
        remedy: expect.any(String),
      },
    ])
    expect(storedRows(kbs)).toBe(10_000)
    expect(kbs.index.linkedKbs().refs()[0]?.lastScan).toBe('20260725 09:14')
  }, 300_000)

  it('of a fork, whose documents have the ids of those here, tells both apart', async () => {
    const kbs = pair({ 'docs/a.md': '', 'docs/a.md.pnk.yaml': sidecar(1, [here(1), 'forked from']) })
    kbs.index.putDocument({
      document: {
        id: docId(1),
        path: 'docs/a.md',
        contentHash: `sha256:${'0'.repeat(64)}`,
        sidecarHash: null,
        mtime: 0,
        sourceType: 'markdown',
        title: null,
        metadata: '{}',
        state: 'active',
        extractionBackend: null,
        extractionFingerprint: null,
      },
      chunks: [],
      vectors: new Float32Array(0),
      links: [
        {
          srcKbId: HERE,
          srcDocId: docId(1),
          dstKbId: THERE,
          dstDocId: docId(1),
          rel: 'forked to',
          origin: 'sidecar',
        },
      ],
    })
    expect(await scan(kbs, { checkTargets: true })).toMatchObject({ scanned: [{ rows: 1 }], issues: [] })
    expect(storedRows(kbs)).toBe(1)
  })

  it('has nothing to learn from a KB that lists itself', async () => {
    const kbs = pair()
    const itself = { id: HERE, name: 'me', path: '.' }
    expect(await scan(kbs, { linked: [itself] })).toEqual({
      scanned: [],
      dropped: [],
      issues: [],
      nextDueMs: null,
    })
  })

  it('ends when it is told to', async () => {
    const kbs = pair(ONE)
    const reason = new Error('enough')
    const files: Record<string, string> = {}
    for (let n = 2; n < 2000; n++) {
      files[`docs/${n}.md`] = ''
      files[`docs/${n}.md.pnk.yaml`] = sidecar(n)
    }
    put(kbs.there, files)
    await expect(scan(kbs, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('freshness', () => {
  it('leaves a partner alone for an hour, unless asked', async () => {
    const kbs = pair(ONE)
    await scan(kbs)
    const due = Date.parse('2026-07-25T10:14:00Z')
    expect(await scan(kbs, { now: later(59) })).toEqual({
      scanned: [],
      dropped: [],
      issues: [],
      nextDueMs: due,
    })
    expect(await scan(kbs, { now: later(59), force: true })).toMatchObject({ scanned: [{ rows: 1 }] })
    expect(await scan(kbs, { now: later(119) })).toMatchObject({ scanned: [{ rows: 1 }] })
    expect(await scan(kbs, { now: later(10) })).toMatchObject({ scanned: [{ rows: 1 }] })
  })

  it('is no excuse for another name, another place, or a path that leads nowhere', async () => {
    const kbs = pair(ONE)
    await scan(kbs)
    expect(await scan(kbs, { linked: [{ ...kbs.linked, name: 'renamed' }] })).toMatchObject({
      scanned: [{ alias: 'renamed', rows: 1 }],
    })
    renameSync(kbs.there, join(kbs.both, 'moved'))
    const moved = { ...kbs.linked, name: 'renamed', path: '../moved' }
    expect(await scan(kbs, { linked: [moved] })).toMatchObject({ scanned: [{ rows: 1 }] })
    expect(await scan(kbs, { linked: [{ ...moved, path: '~nobody/kb' }] })).toMatchObject({
      scanned: [],
      issues: [{ alias: 'renamed', message: expect.stringContaining('"~nobody/kb"') }],
    })
    expect(storedRows(kbs)).toBe(1)
  })
})

describe('delisting', () => {
  it('drops the rows and the record of what is linked no more, the last one too', async () => {
    const kbs = pair(ONE)
    await scan(kbs)
    expect(await scan(kbs, { linked: [] })).toEqual({
      scanned: [],
      dropped: [{ kbId: THERE, alias: 'there', rows: 1 }],
      issues: [],
      nextDueMs: null,
    })
    expect(kbs.index.linkedKbs().refs()).toEqual([])
  })
})

describe('targets that are not here', () => {
  const files = {
    'docs/a.md': '',
    'docs/a.md.pnk.yaml': sidecar(1, [here(5), 'cites'], [here(6), 'cites'], [here(5), 'quotes']),
  }

  it('are told of once, and their links kept', async () => {
    const kbs = pair(files)
    const { issues, scanned } = await scan(kbs, { checkTargets: true })
    expect(issues).toEqual([
      {
        alias: 'there',
        message: `3 links lead to documents that are not here, the first to ${docId(5)}`,
        remedy: 'Restore the document, or remove the link over there, in docs/a.md.pnk.yaml.',
      },
    ])
    expect(scanned).toMatchObject([{ rows: 3 }])
  })

  it('are passed over where documents here may be missing by mishap', async () => {
    expect(await scan(pair(files), { checkTargets: false })).toMatchObject({ issues: [] })
  })
})

describe('a partner that cannot be read', () => {
  /** The issues of a second scan, after `damage`; nothing of the first may be gone. */
  async function issuesAfter(
    damage: (kbs: Pair) => void,
    kbs = pair(ONE),
    changes: Partial<LinkScanInput> = {},
  ): Promise<string[]> {
    await scan(kbs)
    damage(kbs)
    const { issues, scanned, nextDueMs } = await scan(kbs, { now: later(60), ...changes })
    expect(scanned).toEqual([])
    expect(nextDueMs).toBe(later(60).getTime())
    expect(storedRows(kbs)).toBe(1)
    expect(kbs.index.linkedKbs().refs()[0]?.lastScan).toBe('20260725 09:14')
    for (const { remedy } of issues) expect(remedy).toMatch(/\.$/)
    return issues.map(({ message }) => message)
  }

  it.each<[string, (kbs: Pair) => void, RegExp]>([
    ['is absent', ({ there }) => rmSync(there, { recursive: true }), /there does not exist$/],
    [
      'is a file',
      ({ there }) => {
        rmSync(there, { recursive: true })
        writeFileSync(there, 'file')
      },
      /is not a directory$/,
    ],
    ['has no manifest', ({ there }) => rmSync(join(there, 'pinakes.toml')), /has no pinakes\.toml$/],
    [
      'has a manifest that is a broken link',
      ({ there }) => {
        rmSync(join(there, 'pinakes.toml'))
        symlinkSync('nowhere.toml', join(there, 'pinakes.toml'))
      },
      /symbolic link that leads nowhere$/,
    ],
    [
      'has a folder for a manifest',
      ({ there }) => {
        rmSync(join(there, 'pinakes.toml'))
        mkdirSync(join(there, 'pinakes.toml'))
      },
      /not a regular file$/,
    ],
    ['has broken TOML', ({ there }) => put(there, { 'pinakes.toml': '[kb\n' }), /not valid TOML/],
    ['has no id', ({ there }) => put(there, { 'pinakes.toml': '[kb]\nname = "x"\n' }), /id/],
    [
      'is another KB',
      ({ there }) => put(there, { 'pinakes.toml': manifestOf(THIRD) }),
      new RegExp(`its id is ${THIRD}, not ${THERE}$`),
    ],
    [
      'has lost its root',
      ({ there }) => rmSync(join(there, 'docs'), { recursive: true }),
      /source root "docs" does not exist/,
    ],
    [
      'has a file for a root',
      ({ there }) => {
        rmSync(join(there, 'docs'), { recursive: true })
        put(there, { docs: 'file' })
      },
      /source root "docs" is not a directory/,
    ],
    [
      'has a root that is a link out of it',
      ({ there }) => {
        rmSync(join(there, 'docs'), { recursive: true })
        symlinkSync(folder(), join(there, 'docs'))
        put(there, { 'pinakes.toml': manifestOf(THERE, 'include = ["**/*.md"]') })
      },
      /under root "docs\/" leads out of the KB/,
    ],
    [
      'has a root outside',
      ({ there }) => put(there, { 'pinakes.toml': manifestOf(THERE, 'roots = ["../elsewhere"]') }),
      /root "\.\.\/elsewhere" holds `\.\.`/,
    ],
    [
      'has an absolute pattern',
      ({ there }) => put(there, { 'pinakes.toml': manifestOf(THERE, 'include = ["/etc/*.md"]') }),
      /include pattern "\/etc\/\*\.md" is absolute/,
    ],
    [
      'has a sidecar that is a link out of it',
      ({ there }) => {
        rmSync(join(there, 'docs/a.md.pnk.yaml'))
        const outside = folder()
        put(outside, { 's.yaml': sidecar(1, [here(5), 'cites']) })
        symlinkSync(join(outside, 's.yaml'), join(there, 'docs/a.md.pnk.yaml'))
      },
      /symbolic link that leads out of it, not followed/,
    ],
  ])('because it %s keeps what was known of it', async (_what, damage, message) => {
    expect(await issuesAfter(damage)).toEqual([expect.stringMatching(message)])
  })

  it('because its path holds a NUL byte keeps what was known of it', async () => {
    const kbs = pair(ONE)
    const linked = [{ ...kbs.linked, path: 'a\0b' }]
    expect(await issuesAfter(() => undefined, kbs, { linked })).toEqual([expect.stringContaining('NUL byte')])
  })

  it('because a pattern leaves it is told of once for each pattern, however many roots', async () => {
    const sources = 'roots = ["docs", "more"]\ninclude = ["../../x/*.md", "**/*.md", "../../y/*.md"]'
    const messages = await issuesAfter(({ there }) =>
      put(there, { 'pinakes.toml': manifestOf(THERE, sources) }),
    )
    expect(messages).toEqual([
      expect.stringContaining('include pattern "../../x/*.md" under root "docs" leads out of the KB'),
      expect.stringContaining('include pattern "../../y/*.md" under root "docs" leads out of the KB'),
    ])
  })

  it('because a pattern follows a linked folder out of it stops at the first such folder', async () => {
    const messages = await issuesAfter(({ there }) => {
      const outside = folder()
      put(outside, { 'x.md': '', 'x.md.pnk.yaml': sidecar(9, [here(5), 'cites']) })
      for (const name of ['one', 'two']) symlinkSync(outside, join(there, 'docs', name))
      put(there, { 'pinakes.toml': manifestOf(THERE, 'include = ["*.md", "*/*.md"]') })
    })
    expect(messages).toEqual([expect.stringMatching(/"\*\/\*\.md" leads out of it at docs\/(one|two)$/)])
  })

  it('does not keep the others from being read', async () => {
    const kbs = pair(ONE)
    const absent = { id: THIRD as KbUlid, name: 'absent', path: '../nowhere' }
    expect(await scan(kbs, { linked: [absent, kbs.linked] })).toMatchObject({
      scanned: [{ alias: 'there', rows: 1 }],
      issues: [{ alias: 'absent' }],
      nextDueMs: NOW.getTime(),
    })
    expect(existsSync(join(kbs.both, 'nowhere'))).toBe(false)
  })
})

describe('links inside of a partner', () => {
  it('to folders within it are followed where a pattern says so, and passed by where ** does not', async () => {
    const files = { 'store/a.md': '', 'store/a.md.pnk.yaml': sidecar(1, [here(5), 'cites']) }
    const followed = pair(files, 'include = ["*/*.md"]')
    symlinkSync('../store', join(followed.there, 'docs/shelf'))
    expect(await scan(followed)).toMatchObject({ scanned: [{ rows: 1 }], issues: [] })
    const passed = pair(files)
    symlinkSync('../store', join(passed.there, 'docs/shelf'))
    expect(await scan(passed)).toMatchObject({ scanned: [{ rows: 0 }], issues: [] })
  })

  it('may be documents whose file lies elsewhere: the sidecar is inside', async () => {
    const kbs = pair({ 'docs/a.md.pnk.yaml': sidecar(1, [here(5), 'cites']) })
    const outside = folder()
    put(outside, { 'real.md': 'text' })
    symlinkSync(join(outside, 'real.md'), join(kbs.there, 'docs/a.md'))
    expect(await scan(kbs)).toMatchObject({ scanned: [{ rows: 1 }], issues: [] })
  })

  it('up and down again by .. stay inside', async () => {
    const kbs = pair(
      { 'notes/a.md': '', 'notes/a.md.pnk.yaml': sidecar(1, [here(5), 'cites']) },
      'include = ["../notes/*.md"]',
    )
    expect(await scan(kbs)).toMatchObject({ scanned: [{ rows: 1 }], issues: [] })
  })
})
