import { chmodSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { SCHEMA_VERSION } from '@pinakes/index'
import { sidecarPath, Tree } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import type { SyncReport } from '../../src/index.js'
import { SETTLED_VERSION } from '../../src/settled/settled-state.js'
import { unchangedReport } from '../../src/settled/unchanged-report.js'
import { TestKb } from '../support/kb.js'

const A = 'docs/a.md'
const B = 'docs/sub/b.md'

/** A KB whose last run found nothing to do, when every file had been quiet for a while. */
async function settledKb(files: Record<string, string> = {}): Promise<TestKb> {
  const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n', ...files })
  await kb.sync()
  await setTimeout(80)
  await kb.sync()
  expect(look(kb)).toMatchObject({ outcome: 'ok', unchanged: 2 })
  return kb
}

interface Look {
  readonly extractors?: string[]
  readonly extraction?: string
  readonly due?: boolean
}

function look(kb: TestKb, { extractors = [], extraction, due = false }: Look = {}): SyncReport | null {
  return unchangedReport(
    kb.root,
    {
      extractors: extractors.map((name) => ({ name })) as never,
      ...(extraction === undefined ? {} : { extraction }),
      loadEmbedder: () => Promise.reject(new Error('no model is needed')),
      derivations: [{ isDue: () => due, run: async () => undefined }],
    },
    { tree: new Tree(kb.root), takenMs: Date.now() },
  )
}

describe('unchangedReport', () => {
  it('says again what the run before said', async () => {
    const kb = await settledKb({
      'docs/x.rst': 'text\n',
      'docs/gone.md.pnk.yaml': 'id: 01JV3M8Q6ZT4XN0R5K7WBYC2DE\n',
    })
    const { elapsedMs: _one, ...seen } = look(kb) ?? {}
    kb.remove('.pinakes/settled.json')
    const { elapsedMs: _two, ...said } = await kb.sync()
    expect(seen).toEqual(said)
    expect(said.hints).toHaveLength(1)
    expect(said.sidecars.orphaned).toEqual(['docs/gone.md.pnk.yaml'])
  })

  it('holds for the extraction backend of that run, however it was chosen', async () => {
    const kb = await settledKb()
    expect(look(kb, { extraction: 'pypdfium2' })).toMatchObject({ unchanged: 2 })
    expect(look(kb, { extraction: 'claude-vision' })).toBeNull()
    kb.remove('.pinakes/settled.json')
    await kb.sync({ extraction: 'fake' })
    expect(look(kb, { extraction: 'fake' })).toMatchObject({ unchanged: 2 })
    expect(look(kb)).toBeNull()
  })

  it.each<[string, (kb: TestKb) => void]>([
    ['a document changed', (kb) => kb.write(A, 'gamma\n')],
    [
      'a document changed behind its modification time and size',
      (kb) => {
        const past = new Date('2020-01-01')
        kb.write(A, 'gamma\n')
        utimesSync(kb.path(A), past, past)
      },
    ],
    ['a sidecar changed', (kb) => kb.write(sidecarPath(A), `${kb.read(sidecarPath(A))}tags: [x]\n`)],
    ['a document is new', (kb) => kb.write('docs/sub/deep/c.md', 'x\n')],
    ['a document is gone', (kb) => kb.remove(B)],
    ['a sidecar is gone', (kb) => kb.remove(sidecarPath(B))],
    ['a document was renamed', (kb) => kb.move(A, 'docs/z.md')],
    ['a folder was renamed', (kb) => kb.move('docs/sub', 'docs/other')],
    ['the permissions changed', (kb) => chmodSync(kb.path(A), 0o600)],
    ['a link appeared', (kb) => symlinkSync('..', kb.path('docs/up'))],
    ['a root is gone', (kb) => kb.move('docs', 'elsewhere')],
    ['the manifest changed', (kb) => kb.setManifest((text) => `${text}\n# a comment\n`)],
    ['the manifest is gone', (kb) => kb.remove('pinakes.toml')],
    ['the index is gone', (kb) => kb.remove('.pinakes/index.db')],
    ['the index was written to', (kb) => writeFileSync(kb.paths.index, 'other')],
    ['the index has a log', (kb) => writeFileSync(`${kb.paths.index}-wal`, 'log')],
    ['a lock lies there', (kb) => writeFileSync(kb.paths.lock, '')],
    ['the state is torn', (kb) => writeFileSync(kb.path('.pinakes/settled.json'), '{"version":')],
    [
      'the state is of another release',
      (kb) => writeFileSync(kb.path('.pinakes/settled.json'), '{"version":"0"}'),
    ],
  ])('does not answer when %s', async (_, change) => {
    const kb = await settledKb()
    change(kb)
    expect(look(kb)).toBeNull()
  })

  it('does not answer when other backends are on offer, or a derivation is due', async () => {
    const kb = await settledKb()
    expect(look(kb, { extractors: ['fake'] })).toBeNull()
    expect(look(kb, { due: true })).toBeNull()
  })

  it('has nothing to go by after a run that changed something, failed, or left a sidecar unwritten', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync({ mode: 'index-only' })
    await setTimeout(80)
    await kb.sync({ mode: 'index-only' })
    expect(look(kb)).toBeNull()
    kb.write(B, 'a\0b')
    await kb.sync()
    await setTimeout(80)
    await kb.sync()
    expect(look(kb)).toBeNull()
  })

  it('does not trust a tree that changed a moment before it was read', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync()
    kb.write(A, 'beta\n')
    await kb.sync()
    kb.write('docs/unmatched.bin', 'x')
    await kb.sync()
    expect(look(kb)).toBeNull()
  })

  it('does not trust a tree of which a part was seen through a link', async () => {
    const kb = new TestKb({ 'store/x.md': 'alpha\n', [A]: 'beta\n' })
    kb.setManifest((text) => text.replace('"**/*.txt"', '"*/x.md"'))
    symlinkSync('../store', kb.path('docs/link'))
    await kb.sync()
    await setTimeout(80)
    expect(await kb.sync()).toMatchObject({ unchanged: 2 })
    expect(look(kb)).toBeNull()
  })

  it('is bound to the layout of the index', () => {
    expect(SETTLED_VERSION.split(' ')[1]).toBe(SCHEMA_VERSION)
  })
})
