import { describe, expect, it } from 'vitest'
import { TestKb } from '../support/kb.js'
import { wordEmbedder } from '../support/word-embedder.js'

const FILES = {
  'docs/a.md': '# Pumps\n\none\n\ntwo\n',
  'docs/b.md': '# Pumps\n\nthree\n\nfour\n',
  'docs/c.md': '# Crew\n\nfive\n\nsix\n',
}

const TEXTS = 6

function pprKb(): TestKb {
  const kb = new TestKb(FILES)
  kb.setManifest(withPpr)
  return kb
}

function withPpr(text: string): string {
  return `${text}\n[retrieval]\ngraph_channel = "ppr"\n`
}

const labels = (kb: TestKb) => kb.reading((reader) => reader.labels().labels)

describe('vectors of names', () => {
  it('are made where the graph channel compares names, each distinct name once', async () => {
    const kb = pprKb()
    await kb.sync()
    expect(labels(kb)).toEqual(['Crew', 'Pumps'])
    expect(kb.embedder.embedded).toHaveLength(TEXTS + 2)
    const { dim, vectors } = kb.reading((reader) => reader.labels())
    const [crew] = [await wordEmbedder().embed(['Crew'], 'passage')]
    expect([...vectors.subarray(0, dim)]).toEqual([...crew])
  })

  it('cost others nothing', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    expect(labels(kb)).toEqual([])
    expect(kb.embedder.embedded).toHaveLength(TEXTS)
  })

  it('are made by the next sync when the channel is turned on, though no document changed', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    await kb.sync()
    kb.setManifest(withPpr)
    const { graph, unchanged } = await kb.sync()
    expect([graph, unchanged]).toEqual([null, 3])
    expect(labels(kb)).toEqual(['Crew', 'Pumps'])
    expect(kb.loads).toBe(2)
    expect(kb.embedder.closed()).toBe(true)
  })

  it('are made for new names alone, and go with the last that has one', async () => {
    const kb = pprKb()
    await kb.sync()
    kb.embedder.embedded.length = 0
    kb.remove('docs/c.md')
    kb.write('docs/d.md', '# Tides\n\nseven\n\neight\n')
    await kb.sync()
    expect(labels(kb)).toEqual(['Pumps', 'Tides'])
    expect(kb.embedder.embedded.filter((text) => !text.includes('\n'))).toEqual(['eight', 'Tides'])
  })

  it('load no model where every name is known', async () => {
    const kb = pprKb()
    await kb.sync()
    kb.remove('docs/b.md')
    await kb.sync()
    expect(labels(kb)).toEqual(['Crew', 'Pumps'])
    expect(kb.loads).toBe(1)
  })

  it('are made in a rebuild too', async () => {
    const kb = pprKb()
    await kb.sync()
    await kb.sync({ mode: 'rebuild' })
    expect(labels(kb)).toEqual(['Crew', 'Pumps'])
  })
})
