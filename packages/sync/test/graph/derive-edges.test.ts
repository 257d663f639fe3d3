import { openIndexReader, openIndexWriter } from '@pinakes/index'
import { describe, expect, it } from 'vitest'
import { TestKb } from '../support/kb.js'

const FILES = {
  'docs/a.md': '# A\n\none\n\ntwo\n\n## B\n\nthree\n',
  'docs/b.md': 'alone\n',
}

const KINDS = {
  membership: 4,
  sibling: 2,
  'parent-child': 2,
  'in-section': 2,
  'co-located': 2,
  'shared-tag': 0,
  authored: 0,
  mentions: 0,
}

function stored(kb: TestKb) {
  const reader = openIndexReader(kb.paths.index)
  try {
    return reader.graph().census().edges
  } finally {
    reader.close()
  }
}

describe('a sync derives the edges', () => {
  it('after the documents, and counts them', async () => {
    const kb = new TestKb(FILES)
    const { graph } = await kb.sync()
    expect(graph).toEqual({ kinds: KINDS, stored: 12, elapsedMs: expect.any(Number) })
    expect(stored(kb)).toEqual({ ...KINDS, authored: undefined })
  })

  it('anew as a whole when anything changed, and not at all when nothing did', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    expect((await kb.sync()).graph).toBeNull()
    kb.write('docs/c.md', 'new\n')
    expect((await kb.sync()).graph?.kinds).toEqual({ ...KINDS, membership: 5, 'co-located': 3 })
    kb.remove('docs/a.md')
    expect((await kb.sync()).graph?.kinds).toMatchObject({ membership: 2, sibling: 0, 'in-section': 0 })
  })

  it('in a rebuild, before the new index takes its place', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    expect((await kb.sync({ mode: 'rebuild' })).graph?.kinds).toEqual(KINDS)
    expect(stored(kb).membership).toBe(4)
  })

  it('in an index-only run, and never under sidecars-only', async () => {
    const kb = new TestKb(FILES)
    expect((await kb.sync({ mode: 'sidecars-only' })).graph).toBeNull()
    expect((await kb.sync({ mode: 'index-only' })).graph?.kinds).toEqual(KINDS)
  })

  it('when an earlier run ended before it came to that, though no document changed since', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    const writer = openIndexWriter(kb.paths.index)
    const [row] = writer.documents()
    if (row !== undefined) writer.updateDocument(row)
    writer.close()
    expect((await kb.sync()).graph?.kinds).toEqual(KINDS)
    expect((await kb.sync()).graph).toBeNull()
  })

  it('with the tags and links of sidecars', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    for (const [from, to] of [
      ['docs/a.md', 'docs/b.md'],
      ['docs/b.md', 'docs/a.md'],
    ] as const) {
      const sidecar = `${from}.pnk.yaml`
      const link = `  - {to: pnk://self/${kb.idOf(to)}, rel: cites}`
      kb.write(sidecar, `${kb.read(sidecar).replace(/^(tags|links):.*\n/gm, '')}tags: [x]\nlinks:\n${link}\n`)
    }
    expect((await kb.sync()).graph?.kinds).toEqual({ ...KINDS, 'shared-tag': 2, authored: 2 })
  })
})
