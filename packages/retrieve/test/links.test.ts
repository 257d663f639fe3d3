import type { LinkRow } from '@pinakes/index'
import { type DocUlid, type KbUlid, mintUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { linksPayload } from '../src/payload.js'
import { bagEmbedder } from './support/bag-embedder.js'
import { KB_ID, type TestKb } from './support/test-kb.js'
import { useKbs } from './support/use-kbs.js'

const kbs = useKbs()
const OTHER = mintUlid<'kb'>()

/** `[source, relation, target]`, by path in this KB. */
function setLinks(kb: TestKb, links: readonly (readonly [string, string, string])[]): void {
  const id = (path: string) => kb.ids.get(path) ?? (path as DocUlid)
  kb.write((writer) => {
    for (const row of writer.documents()) {
      const own = links.filter(([source]) => id(source) === row.id)
      writer.updateDocument(
        row,
        own.map(
          ([, rel, target]): LinkRow => ({
            srcKbId: KB_ID as KbUlid,
            srcDocId: row.id,
            dstKbId: target.startsWith('other:') ? OTHER : (KB_ID as KbUlid),
            dstDocId: id(target.replace('other:', '')),
            rel,
            origin: 'sidecar',
          }),
        ),
      )
    }
  })
}

const DOCUMENTS = { 'a.md': 'pump manual', 'b.md': 'valve wear', 'docs/c.md': 'boat engine' }

describe('links', () => {
  it('finds links both ways by path, id and URI', async () => {
    const kb = await kbs.make(DOCUMENTS)
    setLinks(kb, [
      ['a.md', 'cites', 'b.md'],
      ['docs/c.md', 'extends', 'a.md'],
    ])
    const view = await kbs.open(kb)
    const found = await view.links('a.md')
    expect(found).toMatchObject({ kbId: KB_ID, path: 'a.md', document: kb.ids.get('a.md'), empty: null })
    expect(found.neighbours.map(({ docId, rel, direction }) => [docId, rel, direction]).sort()).toEqual(
      [
        [kb.ids.get('b.md'), 'cites', 'out'],
        [kb.ids.get('docs/c.md'), 'extends', 'in'],
      ].sort(),
    )
    expect(await view.links(kb.ids.get('a.md') ?? '')).toEqual(found)
    expect(await view.links(`pnk://self/${kb.ids.get('a.md')}`)).toEqual(found)
  })

  it('loads no model without a query, and ranks by meaning with one', async () => {
    const embedder = bagEmbedder()
    const kb = await kbs.make(DOCUMENTS, { embedder })
    setLinks(kb, [
      ['a.md', 'cites', 'b.md'],
      ['a.md', 'cites', 'docs/c.md'],
    ])
    const view = await kbs.open(kb, { embedder })
    const before = embedder.embedded.length
    await view.links('a.md')
    expect(embedder.embedded.length).toBe(before)
    const ranked = await view.links('a.md', { query: 'boat engine' })
    expect(ranked.neighbours.map(({ docId }) => docId)).toEqual([kb.ids.get('docs/c.md'), kb.ids.get('b.md')])
    expect(ranked.neighbours[0]).toMatchObject({ score: 1, scoredByQuery: true })
  })

  it('says that the query was not used when its model is missing', async () => {
    const kb = await kbs.make(DOCUMENTS)
    setLinks(kb, [['a.md', 'cites', 'b.md']])
    const view = await kbs.open(kb, {
      embedder: { ...bagEmbedder(), embed: () => Promise.reject(new Error('gone')) },
    })
    const found = await view.links('a.md', { query: 'valve' })
    expect(found.degraded).toContain('gone')
    expect(found.neighbours[0]).toMatchObject({ score: 2, scoredByQuery: false })
    expect(linksPayload(found)).toHaveProperty('degraded')
  })

  it('refuses a direction before it loads a model, an empty query, and documents that are not there', async () => {
    const embedder = bagEmbedder()
    const kb = await kbs.make(DOCUMENTS, { embedder })
    const view = await kbs.open(kb, { embedder })
    const before = embedder.embedded.length
    const code = (call: Promise<unknown>) => call.then(() => null).catch((error) => error.code)
    expect(await code(view.links('a.md', { direction: 'up' as 'out', query: 'x' }))).toBe(
      'TRAVERSE_DIRECTION_INVALID',
    )
    expect(await code(view.links('a.md', { query: ' ' }))).toBe('RETRIEVE_QUERY_EMPTY')
    expect(await code(view.links('nowhere.md', { query: 'x' }))).toBe('RETRIEVE_NOT_FOUND')
    expect(await code(view.links('a\0b'))).toBe('RETRIEVE_NOT_FOUND')
    expect(await code(view.links(''))).toBe('RETRIEVE_REFERENCE_INVALID')
    expect(embedder.embedded.length).toBe(before)
    kb.write((writer) => writer.softDelete([kb.ids.get('b.md') as DocUlid]))
    expect(await code(view.links(kb.ids.get('b.md') ?? ''))).toBe('RETRIEVE_NOT_FOUND')
    expect(await code(view.links('b.md'))).toBe('RETRIEVE_NOT_FOUND')
  })

  it('refuses a query whose index came to be of another embedder while the model read it', async () => {
    const embedder = bagEmbedder()
    const kb = await kbs.make(DOCUMENTS, { embedder })
    const view = await kbs.open(kb, {
      embedder: {
        ...embedder,
        async embed(texts, kind) {
          kb.write((writer) => writer.setMeta({ embedding_fingerprint: 'bag-2' }))
          return embedder.embed(texts, kind)
        },
      },
    })
    await expect(view.links('a.md', { query: 'valve' })).rejects.toMatchObject({ code: 'RETRIEVE_COHERENCE' })
  })

  it('refuses a query over an index of another embedder, and reads links all the same', async () => {
    const kb = await kbs.make(DOCUMENTS)
    const view = await kbs.open(kb, { embedder: bagEmbedder({ model: 'test/other' }) })
    await expect(view.links('a.md', { query: 'x' })).rejects.toMatchObject({ code: 'RETRIEVE_COHERENCE' })
    expect((await view.links('a.md')).empty).toBe('none')
  })

  it('says why nothing is shown', async () => {
    const kb = await kbs.make(DOCUMENTS)
    setLinks(kb, [
      ['a.md', 'cites', mintUlid()],
      ['b.md', 'cites', 'docs/c.md'],
    ])
    const view = await kbs.open(kb)
    const empty = async (path: string, options = {}) => (await view.links(path, options)).empty
    expect(await empty('a.md')).toBe('unresolved')
    expect(await empty('a.md', { rel: 'x' })).toBe('arguments')
    expect(await empty('a.md', { direction: 'in' })).toBe('arguments')
    expect(await empty('b.md', { depth: 0 })).toBe('arguments')
    expect(await empty('b.md', { maxRows: 0 })).toBe('bounds')
    expect(await empty('b.md', { adjacentK: 0 })).toBe('bounds')
    expect(await empty('b.md')).toBeNull()
  })

  it('takes the width of a document from the manifest', async () => {
    const kb = await kbs.make(DOCUMENTS, { retrieval: 'rerank = "none"\nadjacent_k = 1' })
    setLinks(kb, [
      ['a.md', 'cites', 'b.md'],
      ['a.md', 'cites', 'docs/c.md'],
    ])
    const found = await (await kbs.open(kb)).links('a.md')
    expect(found.neighbours).toHaveLength(1)
    expect(found.frontier.map(({ reason }) => reason).sort()).toEqual(['depth', 'fanout'])
  })

  it('gives the payload that every program reads', async () => {
    const kb = await kbs.make({ ...DOCUMENTS, 't.md': { text: 'titled', title: 'A title' } })
    setLinks(kb, [
      ['a.md', 'cites', 't.md'],
      ['a.md', 'no', `other:${kb.ids.get('t.md')}`],
    ])
    const payload = linksPayload(await (await kbs.open(kb)).links('a.md'))
    const doc_id = kb.ids.get('t.md')
    const row = { doc_id, distance: 1, direction: 'out', score: 2, scored_by_query: false }
    expect(payload).toEqual({
      document: kb.ids.get('a.md'),
      neighbours: expect.arrayContaining([
        { kb_id: KB_ID, title: 'A title', rel: 'cites', terminal: false, ...row },
        { kb_id: OTHER, rel: 'no', terminal: true, ...row },
      ]),
      frontier: expect.arrayContaining([
        { kb_id: KB_ID, doc_id, rel: 'cites', reason: 'depth', distance: 1 },
        { kb_id: OTHER, doc_id, rel: 'no', reason: 'terminal', distance: 1 },
      ]),
      unresolved: [],
      truncated: [],
    })
  })
})
