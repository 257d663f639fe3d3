import { chmodSync } from 'node:fs'
import { contentHash, isPinakesError, sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { TestKb } from './support/kb.js'
import { unprivileged } from './support/unprivileged.js'

const A = 'docs/a.md'
const B = 'docs/b.md'
const C = 'docs/c.md'
const ALPHA = '# Alpha\n\nalpha words\n'
const BETA = '# Beta\n\nbeta words\n'

/** A synced KB with a and b. */
async function synced(): Promise<{ kb: TestKb; a: string; b: string }> {
  const kb = new TestKb({ [A]: ALPHA, [B]: BETA })
  await kb.sync()
  return { kb, a: kb.idOf(A), b: kb.idOf(B) }
}

function stateOf(kb: TestKb, id: string): string | undefined {
  return kb.rows().find((row) => row.id === id)?.state
}

async function codeOf(run: () => Promise<unknown>): Promise<string> {
  const error = await run().catch((caught: unknown) => caught)
  return isPinakesError(error) ? error.code : 'none'
}

describe('row 0, duplicate ids', () => {
  it('is fatal: all paths named, index and files as they were', async () => {
    const { kb, a } = await synced()
    kb.write(sidecarPath(B), kb.read(sidecarPath(A)))
    kb.write(sidecarPath('docs/orphan.md'), kb.read(sidecarPath(A)))
    const before = kb.snapshot()
    const error = await kb.sync().catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'SYNC_DUPLICATE_IDS', details: { duplicates: [{ id: a }] } })
    for (const path of [A, B, 'docs/orphan.md']) expect(String(error)).toContain(sidecarPath(path))
    expect(kb.snapshot()).toEqual(before)
  })

  it.each(['index-only', 'sidecars-only', 'rebuild'] as const)('is fatal for %s too', async (mode) => {
    const { kb } = await synced()
    kb.write(sidecarPath(B), kb.read(sidecarPath(A)))
    expect(await codeOf(() => kb.sync({ mode }))).toBe('SYNC_DUPLICATE_IDS')
  })
})

describe('rows 1 to 3, a known path', () => {
  it('1: skips what is the same', async () => {
    const { kb } = await synced()
    expect(await kb.sync()).toMatchObject({ unchanged: 2, updated: [], refreshed: [] })
  })

  it('1: follows a touched file without calling it changed', async () => {
    const { kb } = await synced()
    kb.write(A, ALPHA)
    const report = await kb.sync()
    expect(report).toMatchObject({ unchanged: 2, updated: [], refreshed: [] })
    expect(kb.loads).toBe(1)
  })

  it('2: refreshes metadata alone', async () => {
    const { kb, a } = await synced()
    kb.write(sidecarPath(A), `id: ${a}\ntitle: Other\n`)
    expect(await kb.sync()).toMatchObject({ refreshed: [A], unchanged: 1 })
    expect(kb.row(A)).toMatchObject({ id: a, title: 'Other' })
    expect(kb.loads).toBe(1)
  })

  it('3: embeds changed content under the same id', async () => {
    const { kb, a } = await synced()
    kb.write(A, '# Alpha\n\nnew words\n')
    expect(await kb.sync()).toMatchObject({ updated: [A], unchanged: 1 })
    expect(kb.active()[A]).toBe(a)
  })
})

describe('row 4, a deleted document that is back', () => {
  it('revives it under its id', async () => {
    const { kb, a } = await synced()
    kb.remove(A)
    await kb.sync()
    kb.write(A, ALPHA)
    expect(await kb.sync()).toMatchObject({ added: [A], sidecars: { written: [], orphaned: [] } })
    expect(kb.active()[A]).toBe(a)
    expect(kb.chunks()[A]).toEqual(['# Alpha\n\nalpha words'])
  })

  it('revives it from the index when its sidecar is gone as well', async () => {
    const { kb, a } = await synced()
    kb.remove(A)
    kb.remove(sidecarPath(A))
    await kb.sync()
    kb.write(A, 'other words\n')
    expect(await kb.sync()).toMatchObject({
      added: [A],
      sidecars: { restored: [sidecarPath(A)], written: [] },
    })
    expect(kb.active()[A]).toBe(a)
    expect(kb.idOf(A)).toBe(a)
  })
})

describe('rows 5 to 7, a sidecar outranks the index', () => {
  const fresh = '01JV3M8Q6ZT4XN0R5K7WBYC2DE'

  it('5: adopts the id of an edited sidecar and soft-deletes the old one', async () => {
    const { kb, a } = await synced()
    kb.write(sidecarPath(A), `id: ${fresh}\ntitle: Alpha\n`)
    expect(await kb.sync()).toMatchObject({ added: [A], deleted: [A] })
    expect(kb.active()[A]).toBe(fresh)
    expect(stateOf(kb, a)).toBe('deleted')
  })

  it('5: a document indexed before it was committed takes the id that the commit minted', async () => {
    const kb = new TestKb({ [A]: ALPHA })
    await kb.sync({ mode: 'index-only' })
    const indexed = kb.active()[A]
    await kb.sync({ mode: 'sidecars-only' })
    const minted = kb.idOf(A)
    expect(minted).not.toBe(indexed)
    expect(await kb.sync({ mode: 'index-only' })).toMatchObject({ outcome: 'ok', failed: [] })
    expect(kb.active()).toEqual({ [A]: minted })
  })

  it('6: moves the id to the path that claims it and mints at the old one', async () => {
    const { kb, a } = await synced()
    kb.write(C, ALPHA)
    kb.move(sidecarPath(A), sidecarPath(C))
    expect(await kb.sync()).toMatchObject({
      renamed: [{ from: A, to: C }],
      added: [A],
      deleted: [],
      sidecars: { written: [sidecarPath(A)] },
    })
    expect(kb.active()[C]).toBe(a)
    expect(kb.idOf(A)).not.toBe(a)
  })

  it('7: follows a document moved with its sidecar, edited or not', async () => {
    const { kb, a, b } = await synced()
    kb.moveWithSidecar(A, 'docs/sub/a.md')
    kb.moveWithSidecar(B, C)
    kb.write(C, '# Beta\n\nedited\n')
    const report = await kb.sync()
    expect(report).toMatchObject({
      deleted: [],
      updated: [C],
      renamed: [
        { from: B, to: C },
        { from: A, to: 'docs/sub/a.md' },
      ],
    })
    expect(kb.active()).toEqual({ 'docs/sub/a.md': a, [C]: b })
    expect(kb.chunks()['docs/sub/a.md']).toEqual(['# Alpha\n\nalpha words'])
  })

  it('7: chunks anew when the new name means another grammar', async () => {
    const { kb, a } = await synced()
    kb.moveWithSidecar(A, 'docs/a.txt')
    await kb.sync()
    expect(kb.row('docs/a.txt')).toMatchObject({ id: a, sourceType: 'text' })
    expect(kb.chunks()['docs/a.txt']).toEqual(['# Alpha', 'alpha words'])
  })
})

describe('row 8, a rename without the sidecar', () => {
  it('keeps the id and moves the sidecar along, byte for byte', async () => {
    const { kb, a } = await synced()
    const bytes = kb.read(sidecarPath(A))
    kb.move(A, C)
    expect(await kb.sync()).toMatchObject({
      renamed: [{ from: A, to: C }],
      deleted: [],
      sidecars: { moved: [sidecarPath(C)], orphaned: [], written: [] },
    })
    expect(kb.active()[C]).toBe(a)
    expect(kb.read(sidecarPath(C))).toBe(bytes)
    expect(kb.exists(sidecarPath(A))).toBe(false)
    expect(kb.loads).toBe(1)
  })

  it('writes a sidecar with the id when the old one is gone', async () => {
    const { kb, a } = await synced()
    kb.move(A, C)
    kb.remove(sidecarPath(A))
    expect(await kb.sync()).toMatchObject({ sidecars: { restored: [sidecarPath(C)] } })
    expect(kb.idOf(C)).toBe(a)
  })

  it.each(['full', 'rebuild'] as const)(
    'waits with the sidecar in a %s sync while the old one cannot be read, so that no id comes to stand in two',
    async (mode) => {
      const kb = new TestKb({ [A]: 'alpha\n' })
      await kb.sync()
      const { [A]: id } = kb.active()
      kb.move(A, 'docs/moved.md')
      const bytes = kb.read(sidecarPath(A))
      kb.write(sidecarPath(A), '{')
      const report = await kb.sync({ mode })
      expect(report.hints.join()).toContain('its own may be one that cannot be read: docs/a.md.pnk.yaml')
      expect(kb.active()).toEqual({ 'docs/moved.md': id })
      expect(kb.exists(sidecarPath('docs/moved.md'))).toBe(false)
      kb.write(sidecarPath(A), bytes)
      expect(await kb.sync()).toMatchObject({
        outcome: 'ok',
        sidecars: { moved: ['docs/moved.md.pnk.yaml'] },
      })
      expect(kb.active()).toEqual({ 'docs/moved.md': id })
      expect(kb.idOf('docs/moved.md')).toBe(id)
    },
  )

  it('is reported and left to a full sync by an index-only run', async () => {
    const { kb, a } = await synced()
    kb.move(A, C)
    const report = await kb.sync({ mode: 'index-only' })
    expect(report.renamed).toEqual([{ from: A, to: C }])
    expect(report.hints.join('\n')).toContain(sidecarPath(A))
    expect(kb.exists(sidecarPath(C))).toBe(false)
    expect(await kb.sync()).toMatchObject({ sidecars: { moved: [sidecarPath(C)] } })
    expect(kb.idOf(C)).toBe(a)
    expect(kb.active()[C]).toBe(a)
  })

  it('never lets empty files prove anything', async () => {
    const kb = new TestKb({ [A]: '' })
    await kb.sync()
    const a = kb.idOf(A)
    kb.move(A, C)
    expect(await kb.sync()).toMatchObject({ deleted: [A], added: [C], renamed: [] })
    expect(stateOf(kb, a)).toBe('deleted')
  })

  it('follows a renamed folder', async () => {
    const kb = new TestKb({ 'docs/old/a.md': ALPHA, 'docs/old/deep/b.md': BETA })
    await kb.sync()
    const ids = Object.values(kb.active())
    kb.move('docs/old', 'docs/new')
    expect(await kb.sync()).toMatchObject({ deleted: [], added: [], sidecars: { written: [], orphaned: [] } })
    expect(Object.values(kb.active())).toEqual(ids)
  })
})

describe('row 9, more than one reading', () => {
  it('reports copies of what vanished and gives the id to none', async () => {
    const { kb, a } = await synced()
    kb.remove(A)
    kb.write('docs/x.md', ALPHA)
    kb.write('docs/y.md', ALPHA)
    const report = await kb.sync()
    expect(report).toMatchObject({ deleted: [A], added: ['docs/x.md', 'docs/y.md'] })
    expect(report.ambiguous).toEqual([expect.stringContaining('docs/a.md -> docs/x.md, docs/y.md')])
    expect(stateOf(kb, a)).toBe('deleted')
  })

  it('reports two vanished documents with one content', async () => {
    const kb = new TestKb({ [A]: ALPHA, [B]: ALPHA })
    await kb.sync()
    kb.remove(A)
    kb.move(B, C)
    const report = await kb.sync()
    expect(report).toMatchObject({ deleted: [A, B], added: [C] })
    expect(report.ambiguous).toHaveLength(1)
  })
})

describe('row 10, gone without a match', () => {
  it('keeps the sidecar and reports it', async () => {
    const { kb } = await synced()
    kb.remove(A)
    expect(await kb.sync()).toMatchObject({ deleted: [A], sidecars: { orphaned: [sidecarPath(A)] } })
    expect(kb.exists(sidecarPath(A))).toBe(true)
    expect(await kb.sync()).toMatchObject({ deleted: [], sidecars: { orphaned: [sidecarPath(A)] } })
  })

  it('says where it may have gone only when something appeared in the same run', async () => {
    const { kb, a } = await synced()
    kb.remove(A)
    kb.write('docs/elsewhere/a.md', 'quite another text\n')
    const report = await kb.sync()
    expect(report.likelyMoved).toEqual([{ id: a, from: A, candidates: ['docs/elsewhere/a.md'] }])
    kb.remove(B)
    expect((await kb.sync()).likelyMoved).toEqual([])
  })
})

describe('row 11, the sidecar alone is gone', () => {
  it('restores it with id and title, and says so', async () => {
    const { kb, a } = await synced()
    kb.write(sidecarPath(A), `id: ${a}\ntitle: My title\ntags: [one]\n`)
    await kb.sync()
    kb.remove(sidecarPath(A))
    expect(await kb.sync()).toMatchObject({ unchanged: 2, sidecars: { restored: [sidecarPath(A)] } })
    expect(kb.idOf(A)).toBe(a)
    expect(kb.row(A)).toMatchObject({
      id: a,
      title: 'My title',
      sidecarHash: contentHash(kb.read(sidecarPath(A))),
    })
  })

  it('leaves that to a full sync when only the index may be written', async () => {
    const { kb, a } = await synced()
    kb.remove(sidecarPath(A))
    kb.write(A, '# Alpha\n\nedited\n')
    expect(await kb.sync({ mode: 'index-only' })).toMatchObject({ updated: [A] })
    expect(kb.exists(sidecarPath(A))).toBe(false)
    await kb.sync()
    expect(kb.idOf(A)).toBe(a)
  })

  it('restores it in a rebuild, from the identity in the old index', async () => {
    const { kb, a } = await synced()
    kb.remove(sidecarPath(A))
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ sidecars: { restored: [sidecarPath(A)] } })
    expect(kb.active()[A]).toBe(a)
  })
})

describe('row 12, a new document', () => {
  it('gets a sidecar and its heading for a title', async () => {
    const { kb } = await synced()
    kb.write(C, '```\n# not this\n```\n\n# Gamma #\n\nwords\n')
    expect(await kb.sync()).toMatchObject({ added: [C], sidecars: { written: [sidecarPath(C)] } })
    expect(kb.row(C)?.title).toBe('Gamma')
    expect(kb.read(sidecarPath(C))).toMatch(/^id: [0-9A-Z]{26}\ntitle: Gamma\ncreated: \d{8} \d\d:\d\d\n$/)
  })
})

describe('row 13, an unreadable sidecar', () => {
  const broken = 'id: [oops\n'

  it.each(['full', 'index-only', 'sidecars-only'] as const)(
    'is one failure in a %s sync; the file keeps its bytes, the others go on',
    async (mode) => {
      const kb = new TestKb({ [A]: ALPHA, [sidecarPath(A)]: broken, [B]: BETA })
      const report = await kb.sync({ mode })
      expect(report.outcome).toBe('failed')
      expect(report.failed).toEqual([
        expect.objectContaining({
          path: A,
          error: expect.stringMatching(/^SidecarError: docs\/a\.md\.pnk\.yaml: not valid YAML/),
        }),
      ])
      expect(kb.read(sidecarPath(A))).toBe(broken)
      if (mode === 'sidecars-only') expect(report.sidecars.written).toEqual([sidecarPath(B)])
      else expect(Object.keys(kb.active())).toEqual([B])
    },
  )

  it('keeps row and chunks of a document that was indexed, changed or not', async () => {
    const { kb, a } = await synced()
    kb.write(sidecarPath(A), broken)
    kb.write(A, '# Alpha\n\nchanged\n')
    expect(await kb.sync()).toMatchObject({ outcome: 'failed', deleted: [], updated: [] })
    expect(kb.active()[A]).toBe(a)
    expect(kb.chunks()[A]).toEqual(['# Alpha\n\nalpha words'])
    kb.write(sidecarPath(A), `id: ${a}\ntitle: Alpha\n`)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', updated: [A] })
    expect(kb.failures()).toEqual([])
  })

  it('keeps the identity through a rebuild', async () => {
    const { kb, a } = await synced()
    kb.write(sidecarPath(A), broken)
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ outcome: 'failed', deleted: [] })
    expect(kb.active()[A]).toBe(a)
    expect(kb.row(A)?.title).toBe('Alpha')
    expect(kb.failures()).toMatchObject([{ path: A }])
    expect(kb.read(sidecarPath(A))).toBe(broken)
  })

  it('is no new place for a document that vanished', async () => {
    const { kb } = await synced()
    kb.move(A, C)
    kb.write(sidecarPath(C), broken)
    expect(await kb.sync()).toMatchObject({ renamed: [], deleted: [A], outcome: 'failed' })
  })
})

describe('row 14, nobody could look', () => {
  it('keeps every document of a root that is missing, and fails', async () => {
    const { kb, a, b } = await synced()
    kb.move('docs', 'unmounted')
    const report = await kb.sync()
    expect(report).toMatchObject({ outcome: 'failed', deleted: [] })
    expect(report.failed).toEqual([expect.objectContaining({ path: 'docs', stage: 'walk' })])
    expect(kb.active()).toEqual({ [A]: a, [B]: b })
    kb.move('unmounted', 'docs')
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', unchanged: 2 })
    expect(kb.failures()).toEqual([])
  })

  it('lets a document wait that moved away from where nobody can look, and knows it again', async () => {
    const kb = new TestKb({ 'docs/in/a.md': ALPHA, [B]: BETA })
    await kb.sync()
    const { 'docs/in/a.md': id } = kb.active()
    kb.move('docs/in/a.md', C)
    chmodSync(kb.path('docs/in'), 0)
    const report = await unprivileged(kb.root, () => kb.sync())
    chmodSync(kb.path('docs/in'), 0o755)
    expect(report).toMatchObject({ outcome: 'failed', added: [], deleted: [] })
    expect(report.failed.find(({ path }) => path === C)?.error).toContain('has the content of docs/in/a.md')
    expect(kb.exists(sidecarPath(C))).toBe(false)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', renamed: [{ from: 'docs/in/a.md', to: C }] })
    expect(kb.idOf(C)).toBe(id)
  })

  it('soft-deletes when the root is there and empty', async () => {
    const { kb, a, b } = await synced()
    kb.remove(A)
    kb.remove(B)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', deleted: [A, B] })
    expect([stateOf(kb, a), stateOf(kb, b)]).toEqual(['deleted', 'deleted'])
  })

  it('refuses to rebuild without the documents of a missing root', async () => {
    const { kb } = await synced()
    const before = kb.snapshot()
    kb.move('docs', 'unmounted')
    expect(await codeOf(() => kb.sync({ mode: 'rebuild' }))).toBe('SYNC_REBUILD_BLIND')
    expect(kb.snapshot()).toEqual(before)
  })
})

describe('swaps, chains and cycles on disk', () => {
  it('swaps two documents with their sidecars', async () => {
    const { kb, a, b } = await synced()
    kb.moveWithSidecar(A, 'docs/tmp.md')
    kb.moveWithSidecar(B, A)
    kb.moveWithSidecar('docs/tmp.md', B)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', deleted: [], added: [] })
    expect(kb.active()).toEqual({ [A]: b, [B]: a })
    expect(kb.chunks()[A]).toEqual(['# Beta\n\nbeta words'])
    expect(kb.loads).toBe(1)
  })

  it('follows a chain and a cycle of three in one sync', async () => {
    const kb = new TestKb({ 'docs/1.md': 'one\n', 'docs/2.md': 'two\n', 'docs/3.md': 'three\n' })
    await kb.sync()
    const before = kb.active()
    kb.moveWithSidecar('docs/3.md', 'docs/tmp.md')
    kb.moveWithSidecar('docs/2.md', 'docs/3.md')
    kb.moveWithSidecar('docs/1.md', 'docs/2.md')
    kb.moveWithSidecar('docs/tmp.md', 'docs/1.md')
    await kb.sync()
    expect(kb.active()).toEqual({
      'docs/1.md': before['docs/3.md'],
      'docs/2.md': before['docs/1.md'],
      'docs/3.md': before['docs/2.md'],
    })
    kb.moveWithSidecar('docs/3.md', 'docs/4.md')
    kb.moveWithSidecar('docs/2.md', 'docs/3.md')
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', deleted: [] })
    expect(kb.active()).toEqual({
      'docs/1.md': before['docs/3.md'],
      'docs/3.md': before['docs/1.md'],
      'docs/4.md': before['docs/2.md'],
    })
  })

  it('replaces: a moved away without its sidecar, another file in its place', async () => {
    const { kb, a } = await synced()
    kb.move(A, C)
    kb.write(A, 'a new text\n')
    await kb.sync()
    expect(kb.active()[A]).toBe(a)
    expect(kb.active()[C]).not.toBe(a)
  })
})

describe('documents that are no longer taken', () => {
  it('go from the index when excluded, and their sidecars are no orphans', async () => {
    const { kb, a } = await synced()
    kb.setManifest((text) => text.replace('exclude = []', 'exclude = ["**/a.md"]'))
    expect(await kb.sync()).toMatchObject({ deleted: [A], sidecars: { orphaned: [] } })
    kb.setManifest((text) => text)
    expect(await kb.sync()).toMatchObject({ added: [A] })
    expect(kb.active()[A]).toBe(a)
  })
})
