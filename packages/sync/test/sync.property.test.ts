import { chmodSync, statSync } from 'node:fs'
import { isPinakesError, sidecarPath } from '@pinakes/manifest'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TestKb } from './support/kb.js'
import { unprivileged } from './support/unprivileged.js'

const DOCS = ['docs/a.md', 'docs/b.md', 'docs/c.txt', 'docs/sub/a.md', 'docs/sub/d.md', 'docs/A.md'] as const
const path = fc.constantFrom(...DOCS)
const content = fc.constantFrom(
  '',
  '# One\n\nalpha beta\n',
  '# Two\n\nbeta\n',
  'alpha\n\ngamma\n',
  '# One\n\ndelta\n',
)

const operation = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, content }),
  fc.record({ kind: fc.constant('write' as const), path, content }),
  fc.record({ kind: fc.constant('move' as const), path, to: path, withSidecar: fc.boolean() }),
  fc.record({ kind: fc.constant('move' as const), path, to: path, withSidecar: fc.boolean() }),
  fc.record({ kind: fc.constant('swap' as const), path, to: path, withSidecar: fc.boolean() }),
  fc.record({ kind: fc.constant('copy' as const), path, to: path }),
  fc.record({ kind: fc.constant('delete' as const), path, withSidecar: fc.boolean() }),
  fc.record({ kind: fc.constant('tag' as const), path, tag: fc.constantFrom('red', 'blue') }),
  fc.record({ kind: fc.constant('sidecar-move' as const), path, to: path }),
  fc.record({ kind: fc.constant('folder' as const) }),
  fc.record({
    kind: fc.constant('blind-sync' as const),
    hidden: fc.constantFrom(...DOCS, ...DOCS.map(sidecarPath), 'docs/sub', 'docs/sub2'),
  }),
  fc.record({
    kind: fc.constant('sync' as const),
    mode: fc.constantFrom('full' as const, 'full' as const, 'index-only' as const, 'sidecars-only' as const),
  }),
)

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never

/** Does to the tree what a user might; what makes no sense on the tree as it is, is left out. */
function act(kb: TestKb, op: Operation): void {
  if (op.kind === 'write') kb.write(op.path, op.content)
  else if (op.kind === 'move') move(kb, op.path, op.to, op.withSidecar)
  else if (op.kind === 'swap') swap(kb, op.path, op.to, op.withSidecar)
  else if (op.kind === 'folder') renameFolder(kb)
  else if (op.kind === 'copy' && kb.exists(op.path)) kb.write(op.to, kb.read(op.path))
  else if (op.kind === 'delete') {
    if (kb.exists(op.path)) kb.remove(op.path)
    if (op.withSidecar && kb.exists(sidecarPath(op.path))) kb.remove(sidecarPath(op.path))
  } else if (op.kind === 'tag' && kb.exists(sidecarPath(op.path))) {
    kb.write(sidecarPath(op.path), `id: ${kb.idOf(op.path)}\ntitle: T\ntags: [${op.tag}]\n`)
  } else if (op.kind === 'sidecar-move') {
    const [from, to] = [sidecarPath(op.path), sidecarPath(op.to)]
    if (kb.exists(from) && !kb.exists(to)) kb.move(from, to)
  }
}

function swap(kb: TestKb, a: string, b: string, withSidecar: boolean): void {
  if (!kb.exists(a) || !kb.exists(b) || a === b) return
  move(kb, a, 'docs/tmp.md', withSidecar)
  move(kb, b, a, withSidecar)
  move(kb, 'docs/tmp.md', b, withSidecar)
}

function renameFolder(kb: TestKb): void {
  const [from, to] = kb.exists('docs/sub') ? ['docs/sub', 'docs/sub2'] : ['docs/sub2', 'docs/sub']
  if (kb.exists(from) && !kb.exists(to)) kb.move(from, to)
}

function move(kb: TestKb, from: string, to: string, withSidecar: boolean): void {
  if (!kb.exists(from) || from === to) return
  if (withSidecar && kb.exists(sidecarPath(from))) {
    if (kb.exists(sidecarPath(to))) kb.remove(sidecarPath(to))
    kb.move(sidecarPath(from), sidecarPath(to))
  }
  kb.move(from, to)
}

/** A full sync while nobody may read `hidden`, if that is there. */
async function blindSync(kb: TestKb, hidden: string): Promise<void> {
  if (!kb.exists(hidden)) return void (await kb.sync())
  const path = kb.path(hidden)
  const { mode } = statSync(path)
  chmodSync(path, 0)
  try {
    await unprivileged(kb.root, () => kb.sync())
  } finally {
    chmodSync(path, mode)
  }
}

/** Ids the index knows, deleted ones included; fails if one is there twice. */
function knownIds(kb: TestKb): Set<string> {
  if (!kb.exists('.pinakes/index.db')) return new Set()
  const ids = kb.rows().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  return new Set(ids)
}

function expectKept(before: ReadonlySet<string>, after: ReadonlySet<string>): void {
  for (const id of before) expect(after).toContain(id)
}

async function checkSequence(operations: readonly Operation[]): Promise<void> {
  const kb = new TestKb()
  for (const op of operations) {
    act(kb, op)
    if (op.kind !== 'sync' && op.kind !== 'blind-sync') continue
    const before = knownIds(kb)
    if (op.kind === 'blind-sync') await blindSync(kb, op.hidden)
    else expect(await kb.sync({ mode: op.mode })).toMatchObject({ outcome: 'ok', failed: [] })
    expectKept(before, knownIds(kb))
  }
  const before = knownIds(kb)
  await kb.sync()
  expectKept(before, knownIds(kb))
  // Every document has its identity beside it, and nothing is left to do.
  const active = kb.active()
  for (const [document, id] of Object.entries(active)) expect(kb.idOf(document)).toBe(id)
  const count = Object.keys(active).length
  expect(await kb.sync()).toMatchObject({
    unchanged: count,
    added: [],
    updated: [],
    refreshed: [],
    renamed: [],
  })

  const incremental = kb.snapshot()
  const ids = knownIds(kb)
  const rebuilt = await kb.sync({ mode: 'rebuild' })
  expect(rebuilt).toMatchObject({ outcome: 'ok', sidecars: { written: [], restored: [], moved: [] } })
  expect(kb.snapshot()).toEqual(incremental)
  expect(knownIds(kb)).toEqual(ids)

  // The index may be deleted at any moment: the sidecars bring every active identity back.
  kb.remove('.pinakes')
  await kb.sync()
  expect(kb.active()).toEqual(active)
  expect(kb.snapshot()).toEqual(incremental)
}

it('loses, doubles or re-mints no id over any sequence of changes and syncs, and equals a rebuild', async () => {
  await fc.assert(fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 14 }), checkSequence), {
    numRuns: Number(process.env.PNK_PROPERTY_RUNS ?? 25),
    endOnFailure: false,
  })
}, 300_000)

it('never changes the id of a document that stays where it is, beside its sidecar', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ path, content }), { minLength: 2, maxLength: 8 }),
      async (writes) => {
        const kb = new TestKb()
        const ids = new Map<string, string>()
        for (const { path: document, content: text } of writes) {
          kb.write(document, text)
          await kb.sync()
          const id = kb.idOf(document)
          expect(ids.get(document) ?? id).toBe(id)
          ids.set(document, id)
        }
        expect(new Set(ids.values()).size).toBe(ids.size)
      },
    ),
    { numRuns: 10 },
  )
}, 120_000)

it('refuses copies of a sidecar, whatever happened before, and changes nothing', async () => {
  const kb = new TestKb({ 'docs/a.md': 'alpha\n', 'docs/b.md': 'beta\n' })
  await kb.sync()
  kb.write('docs/copy.md.pnk.yaml', kb.read('docs/a.md.pnk.yaml'))
  kb.write('docs/c.md', 'gamma\n')
  const before = kb.snapshot()
  const error = await kb.sync().catch((caught: unknown) => caught)
  expect(isPinakesError(error, 'SYNC_DUPLICATE_IDS')).toBe(true)
  expect(String(error)).toContain('docs/a.md.pnk.yaml, docs/copy.md.pnk.yaml')
  expect(kb.snapshot()).toEqual(before)
  expect(kb.exists('docs/c.md.pnk.yaml')).toBe(false)
})
