import { cpSync } from 'node:fs'
import { sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { runChild } from './children/run-child.js'
import { TestKb } from './support/kb.js'

/** Kill points tried per scenario, spread over all there are; the variable makes it as many as wanted. */
const KILLS = Number(process.env.PNK_KILL_POINTS ?? 6)

const BASE = {
  'docs/keep.md': '# Keep\n\nalpha\n',
  'docs/edit.md': 'beta\n',
  'docs/go.md': 'gamma\n',
  'docs/old.md': 'delta\n',
}

/** A KB after a sync, and then changed in every way a sync has to follow. */
async function changedKb(): Promise<{ kb: TestKb; ids: Record<string, string> }> {
  const kb = new TestKb(BASE)
  await kb.sync()
  const { 'docs/go.md': _gone, 'docs/old.md': moved = '', ...rest } = kb.active()
  kb.write('docs/edit.md', 'beta edited\n')
  kb.remove('docs/go.md')
  kb.move('docs/old.md', 'docs/new-name.md')
  kb.write('docs/fresh.md', '# Fresh\n\nepsilon\n')
  kb.remove(sidecarPath('docs/keep.md'))
  return { kb, ids: { ...rest, 'docs/new-name.md': moved } }
}

function copyOf(source: TestKb): TestKb {
  const kb = new TestKb()
  kb.remove('docs')
  cpSync(source.root, kb.root, { recursive: true, preserveTimestamps: true })
  return kb
}

async function pointsOf(kb: TestKb, mode: string): Promise<number[]> {
  const { stdout, stderr } = await runChild('sync-once', [copyOf(kb).root, mode, '0'])
  expect(stderr).toBe('')
  const { calls, outcome } = JSON.parse(stdout) as { calls: number; outcome: string }
  expect(outcome).toBe('ok')
  const step = Math.max(1, calls / KILLS)
  return [...new Set(Array.from({ length: KILLS }, (_, i) => Math.min(calls, 1 + Math.floor(i * step))))]
}

async function inTwos<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const pending = [...items]
  const worker = async () => {
    for (let item = pending.shift(); item !== undefined; item = pending.shift()) await run(item)
  }
  await Promise.all([worker(), worker()])
}

/** After the recovery the index is that of a clean run over the same tree, and every id is where it was. */
async function expectRecovered(kb: TestKb, ids: Record<string, string>): Promise<void> {
  expect(await kb.sync()).toMatchObject({ outcome: 'ok', failed: [] })
  expect(await kb.sync()).toMatchObject({ outcome: 'ok', added: [], updated: [] })
  expect(kb.names('.pinakes').filter((name) => name.startsWith('index.db.new'))).toEqual([])
  const active = kb.active()
  expect(active).toMatchObject(ids)
  for (const [path, id] of Object.entries(active)) expect(kb.idOf(path)).toBe(id)
  const recovered = kb.snapshot()
  kb.remove('.pinakes')
  await kb.sync()
  expect(recovered).toEqual(kb.snapshot())
}

describe('a sync killed at any write', () => {
  it.each(['full', 'rebuild', 'index-only'] as const)(
    '%s: leaves whole files and a usable index, and the next one converges with the ids unchanged',
    async (mode) => {
      const { kb: base, ids } = await changedKb()
      const points = await pointsOf(base, mode)
      await inTwos(points, async (point) => {
        const kb = copyOf(base)
        const { signal } = await runChild('sync-once', [kb.root, mode, String(point)])
        expect(signal, `point ${point}`).toBe('SIGKILL')
        expect(Object.keys(kb.chunks()).length, `point ${point}`).toBeGreaterThanOrEqual(3)
        await expectRecovered(kb, ids)
      })
    },
    1_800_000,
  )

  it('the first: goes on where it stopped', async () => {
    const base = new TestKb(BASE)
    const points = await pointsOf(base, 'full')
    await inTwos(points, async (point) => {
      const kb = copyOf(base)
      await runChild('sync-once', [kb.root, 'full', String(point)])
      const minted = Object.fromEntries(
        Object.keys(BASE)
          .filter((path) => kb.exists(sidecarPath(path)))
          .map((path) => [path, kb.idOf(path)]),
      )
      await expectRecovered(kb, minted)
    })
  }, 1_800_000)
})
