import { chmodSync } from 'node:fs'
import { isPinakesError, sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { TestKb } from './support/kb.js'
import { unprivileged } from './support/unprivileged.js'

const A = 'docs/a.md'
const B = 'docs/b.md'
const C = 'docs/c.md'

async function synced(): Promise<{ kb: TestKb; a: string }> {
  const kb = new TestKb({ [A]: '# Alpha\n\nalpha words\n', [B]: '# Beta\n\nbeta words\n' })
  await kb.sync()
  return { kb, a: kb.idOf(A) }
}

/** Runs `body` while nobody may read the file or folder `key`. */
async function blind<T>(kb: TestKb, key: string, body: () => Promise<T>): Promise<T> {
  chmodSync(kb.path(key), 0)
  try {
    return await unprivileged(kb.root, body)
  } finally {
    chmodSync(kb.path(key), 0o755)
  }
}

describe('while something cannot be read, a sync', () => {
  it.each(['full', 'index-only'] as const)(
    'keeps, in a %s sync, a document whose new place cannot be read, file or folder, and knows it there again',
    async (mode) => {
      for (const [to, hidden] of [
        [C, C],
        ['docs/in/a.md', 'docs/in'],
      ] as const) {
        const { kb, a } = await synced()
        kb.move(A, to)
        const report = await blind(kb, hidden, () => kb.sync({ mode }))
        expect(report).toMatchObject({ outcome: 'failed', added: [], deleted: [] })
        expect(report.hints.join()).toContain(`may be in what cannot be read (${hidden}): ${A}`)
        expect(await kb.sync()).toMatchObject({ outcome: 'ok', renamed: [{ from: A, to }], deleted: [] })
        expect(kb.idOf(to)).toBe(a)
      }
    },
  )

  it('refuses to rebuild while the new place of a document cannot be read', async () => {
    const { kb } = await synced()
    const before = kb.snapshot()
    kb.move(A, C)
    const error = await blind(kb, C, () => kb.sync({ mode: 'rebuild' }).catch((caught: unknown) => caught))
    expect(isPinakesError(error, 'SYNC_REBUILD_BLIND')).toBe(true)
    expect(String(error)).toContain(`1 document in what is missing or unreadable: ${C}`)
    expect(kb.snapshot()).toEqual(before)
  })

  it.each(['full', 'rebuild'] as const)(
    'restores no sidecar in a %s sync while it may be in a folder that cannot be read',
    async (mode) => {
      const { kb, a } = await synced()
      kb.moveWithSidecar(A, 'docs/in/a.md')
      kb.write(A, 'epsilon\n')
      const report = await blind(kb, 'docs/in', () => kb.sync({ mode }))
      expect(report).toMatchObject({ outcome: 'failed', sidecars: { restored: [] } })
      expect(kb.exists(sidecarPath(A))).toBe(false)
      expect(await kb.sync()).toMatchObject({ outcome: 'ok', sidecars: { written: [sidecarPath(A)] } })
      expect(kb.active()['docs/in/a.md']).toBe(a)
      expect(kb.idOf(A)).not.toBe(a)
    },
  )

  it('deletes though a root that never held a document does not exist', async () => {
    const { kb } = await synced()
    kb.setManifest((text) => text.replace('"docs/"', '"docs/", "later/"'))
    kb.remove(A)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', deleted: [A] })
    expect(Object.keys(kb.active())).toEqual([B])
  })
})

it('a document that moved and whose sidecar cannot be read at its turn in a rebuild keeps its id', async () => {
  const { kb, a } = await synced()
  kb.move(A, C)
  const loadEmbedder = async () => {
    kb.move(sidecarPath(A), 'aside.yaml')
    return kb.embedder
  }
  const report = await kb.sync({ mode: 'rebuild', loadEmbedder })
  expect(report.failed).toEqual([expect.objectContaining({ path: C })])
  kb.move('aside.yaml', sidecarPath(A))
  expect(await kb.sync()).toMatchObject({ outcome: 'ok', added: [C] })
  expect(kb.idOf(C)).toBe(a)
  expect(kb.active()[C]).toBe(a)
})

describe('a new document', () => {
  it('gets no sidecar when it is gone at its turn, and its heading for a title once it is back', async () => {
    const kb = new TestKb({ [A]: '# Alpha\n\nalpha words\n', [B]: 'beta words\n' })
    const loadEmbedder = async () => {
      kb.move(A, 'aside.md')
      return kb.embedder
    }
    const report = await kb.sync({ loadEmbedder })
    expect(report.failed).toEqual([expect.objectContaining({ path: A, stage: 'index' })])
    expect(report.sidecars.written).toEqual([sidecarPath(B)])
    expect(kb.exists(sidecarPath(A))).toBe(false)
    kb.move('aside.md', A)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', added: [A] })
    expect(kb.row(A)?.title).toBe('Alpha')
  })

  it('gets no sidecar from a run for sidecars alone while it cannot be read', async () => {
    const kb = new TestKb({ [A]: '# Alpha\n\nalpha words\n', [B]: 'beta words\n' })
    const report = await blind(kb, A, () => kb.sync({ mode: 'sidecars-only' }))
    expect(report.failed).toEqual([expect.objectContaining({ path: A })])
    expect(report.sidecars.written).toEqual([sidecarPath(B)])
    expect(await kb.sync()).toMatchObject({ outcome: 'ok' })
    expect(kb.row(A)?.title).toBe('Alpha')
  })
})
