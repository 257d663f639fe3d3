import type { EntityExtractor } from '@pinakes/graph'
import { describe, expect, it } from 'vitest'
import { TestKb } from '../support/kb.js'

/** Capitalised words are names. `read` holds every text that was read. */
function capitals(model = 'capitals 1'): EntityExtractor & { readonly read: string[] } {
  const read: string[] = []
  return {
    model,
    read,
    extractEntities(text) {
      read.push(text)
      return [...text.matchAll(/\p{Lu}\p{L}+/gu)].map(({ 0: surface, index }) => ({
        surface,
        type: 'name',
        start: index,
        end: index + surface.length,
      }))
    },
  }
}

const FILES = {
  'docs/a.md': 'the ship Halcyon, and Halcyon again, with Ida\n',
  'docs/b.md': 'Halcyon sank\n',
  'docs/c.md': 'nobody\n',
}

const mentions = (kb: TestKb) =>
  kb.query(
    `SELECT e.key AS entity, d.path, m.n FROM mention_counts m JOIN nodes e ON e.id = m.entity_node
     JOIN nodes c ON c.id = m.chunk_node JOIN documents d ON c.key = d.id || ':0' ORDER BY e.key, d.path`,
  )

const HALCYON = [
  { entity: 'halcyon', path: 'docs/a.md', n: 2 },
  { entity: 'halcyon', path: 'docs/b.md', n: 1 },
]

describe('mentions', () => {
  it('join chunks by names that stand in two of them; the index names the model', async () => {
    const kb = new TestKb(FILES)
    const { graph } = await kb.sync({ entities: capitals() })
    expect(graph?.kinds.mentions).toBe(2)
    expect(mentions(kb)).toEqual(HALCYON)
    expect(kb.meta().get('ner_model')).toBe('capitals 1')
  })

  it('are not looked for unless asked', async () => {
    const kb = new TestKb(FILES)
    expect((await kb.sync()).graph?.kinds.mentions).toBe(0)
    expect(kb.meta().has('ner_model')).toBe(false)
  })

  it('are found by the next sync that asks, though no document changed and the last run found nothing to do', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    await kb.sync()
    expect((await kb.sync({ entities: capitals() })).graph?.kinds.mentions).toBe(2)
    expect((await kb.sync({ entities: capitals() })).graph).toBeNull()
  })

  it('cost one reading of each text: only new ones are read again, and all by another model', async () => {
    const kb = new TestKb(FILES)
    await kb.sync({ entities: capitals() })
    kb.write('docs/d.md', 'Ida ashore\n')
    const next = capitals()
    await kb.sync({ entities: next })
    expect(next.read).toEqual(['Ida ashore'])
    expect(mentions(kb)).toHaveLength(4)
    const other = capitals('capitals 2')
    await kb.sync({ entities: other })
    expect(other.read).toHaveLength(4)
    expect(kb.meta().get('ner_model')).toBe('capitals 2')
    expect(kb.query('SELECT DISTINCT ner_model FROM extracted_entities')).toEqual([
      { ner_model: 'capitals 2' },
    ])
  })

  it('stay in a sync that does not ask, as far as texts had been read', async () => {
    const kb = new TestKb(FILES)
    await kb.sync({ entities: capitals() })
    kb.write('docs/d.md', 'Halcyon anew\n')
    await kb.sync()
    expect(mentions(kb)).toEqual(HALCYON)
    await kb.sync({ entities: capitals() })
    expect(mentions(kb)).toHaveLength(3)
  })

  it('go in a rebuild that does not ask', async () => {
    const kb = new TestKb(FILES)
    await kb.sync({ entities: capitals() })
    expect((await kb.sync({ mode: 'rebuild' })).graph?.kinds.mentions).toBe(0)
    expect(kb.meta().has('ner_model')).toBe(false)
  })

  it('end with the run when it is interrupted, and what was read stays', async () => {
    const kb = new TestKb({ 'docs/a.md': Array.from({ length: 300 }, (_, i) => `text ${i}`).join('\n\n') })
    const controller = new AbortController()
    const stops: EntityExtractor = {
      model: 'capitals 1',
      extractEntities() {
        controller.abort(new Error('stop'))
        return []
      },
    }
    await expect(kb.sync({ entities: stops, signal: controller.signal })).rejects.toMatchObject({
      code: 'SYNC_INTERRUPTED',
    })
    const next = capitals()
    await kb.sync({ entities: next })
    expect(next.read).toHaveLength(44)
  })

  it('join near-duplicates where the channel compares names, when it is turned on later too', async () => {
    // The embedder of these tests hashes `helga` and `gannet` to the same vector, and `ida` to another.
    const kb = new TestKb({ 'docs/a.md': 'Helga Gannet Ida\n', 'docs/b.md': 'Helga Gannet Ida\n' })
    await kb.sync({ entities: capitals() })
    expect(kb.query('SELECT * FROM same_as')).toEqual([])
    kb.setManifest((text) => `${text}\n[retrieval]\ngraph_channel = "ppr"\n`)
    await kb.sync()
    const alike = kb.query(
      'SELECT a.key AS a, b.key AS b, cosine FROM same_as JOIN nodes a ON a.id = entity_a JOIN nodes b ON b.id = entity_b',
    )
    expect(alike).toEqual([{ a: 'gannet', b: 'helga', cosine: 1 }])
    const embedded = () => kb.embedder.embedded.filter((text) => ['gannet', 'helga', 'ida'].includes(text))
    expect(embedded()).toHaveLength(3)
    kb.write('docs/c.md', 'Ida\n')
    await kb.sync({ entities: capitals() })
    expect(embedded()).toHaveLength(3)
    expect(kb.query('SELECT cosine FROM same_as')).toEqual([{ cosine: 1 }])
  })

  it('get no more vectors once the run is interrupted', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const names = letters.flatMap((a) => letters.slice(0, 12).map((b) => `N${a}${b}`))
    const text = `${names.join(' ')}\n`
    const kb = new TestKb({ 'docs/a.md': text, 'docs/b.md': text })
    kb.setManifest((toml) => `${toml}\n[retrieval]\ngraph_channel = "ppr"\n`)
    const controller = new AbortController()
    const { embed } = kb.embedder
    const embedder = {
      ...kb.embedder,
      embed(texts: readonly string[], kind: 'passage' | 'query') {
        if (texts.includes('naa')) controller.abort(new Error('stop'))
        return embed(texts, kind)
      },
    }
    const options = { entities: capitals(), loadEmbedder: async () => embedder }
    await expect(kb.sync({ ...options, signal: controller.signal })).rejects.toMatchObject({
      code: 'SYNC_INTERRUPTED',
    })
    expect(kb.embedder.embedded).toContain('naa')
    expect(kb.embedder.embedded).not.toContain('nzl')
    await kb.sync(options)
    expect(kb.embedder.embedded).toContain('nzl')
  })
})
