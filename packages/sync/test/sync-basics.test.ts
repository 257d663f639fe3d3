import { contentHash } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { syncKb } from '../src/index.js'
import { KB_ID, TestKb } from './support/kb.js'

describe('the first sync', () => {
  it('mints a sidecar per document and indexes each under its id', async () => {
    const kb = new TestKb({
      'docs/a.md': '# Alpha\n\nFirst words.\n',
      'docs/sub/my-note.txt': 'Plain words.\n',
    })
    const report = await kb.sync()
    expect(report).toMatchObject({
      outcome: 'ok',
      added: ['docs/a.md', 'docs/sub/my-note.txt'],
      unchanged: 0,
      sidecars: { written: ['docs/a.md.pnk.yaml', 'docs/sub/my-note.txt.pnk.yaml'], restored: [], moved: [] },
    })
    expect(kb.active()).toEqual({
      'docs/a.md': kb.idOf('docs/a.md'),
      'docs/sub/my-note.txt': kb.idOf('docs/sub/my-note.txt'),
    })
    expect(kb.row('docs/a.md')).toMatchObject({
      title: 'Alpha',
      sourceType: 'markdown',
      contentHash: contentHash('# Alpha\n\nFirst words.\n'),
      sidecarHash: contentHash(kb.read('docs/a.md.pnk.yaml')),
    })
    expect(kb.row('docs/sub/my-note.txt')?.title).toBe('my note')
    expect(kb.chunks()['docs/a.md']).toEqual(['# Alpha\n\nFirst words.'])
    expect(Object.fromEntries(kb.meta())).toMatchObject({
      build_state: 'complete',
      embedding_provider: 'test',
      embedding_model: 'words',
      embedding_dim: '16',
      chunking_max_tokens: '510',
    })
    expect(kb.embedder.closed()).toBe(true)
  })

  it('finds nothing to do the second and the third time, and loads no model for that', async () => {
    const kb = new TestKb({ 'docs/a.md': '# A\n\nx\n', 'docs/b.md': '# B\n\ny\n' })
    await kb.sync()
    const before = kb.names('docs')
    for (let i = 0; i < 3; i++) {
      expect(await kb.sync()).toMatchObject({
        outcome: 'ok',
        unchanged: 2,
        added: [],
        updated: [],
        refreshed: [],
      })
    }
    expect(kb.loads).toBe(1)
    expect(kb.names('docs')).toEqual(before)
  })

  it('has nothing to say of a KB without documents, and makes its index', async () => {
    const kb = new TestKb()
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', unchanged: 0, added: [] })
    expect(kb.loads).toBe(0)
    expect(kb.meta().get('build_state')).toBe('complete')
    kb.write('docs/a.md', 'words\n')
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', added: ['docs/a.md'] })
  })
})

describe('a later sync', () => {
  it('embeds a changed document again, under its id', async () => {
    const kb = new TestKb({ 'docs/a.md': '# A\n\nold\n', 'docs/b.md': '# B\n\nstays\n' })
    await kb.sync()
    const id = kb.idOf('docs/a.md')
    kb.embedder.embedded.length = 0
    kb.write('docs/a.md', '# A\n\nnew\n')
    expect(await kb.sync()).toMatchObject({ updated: ['docs/a.md'], unchanged: 1 })
    expect(kb.embedder.embedded).toEqual(['# A\n\nnew'])
    expect(kb.active()['docs/a.md']).toBe(id)
  })

  it('re-reads a changed sidecar without embedding anything', async () => {
    const kb = new TestKb({ 'docs/a.md': '# A\n\nx\n', 'docs/b.md': '# B\n\ny\n' })
    await kb.sync()
    const target = kb.idOf('docs/b.md')
    kb.write(
      'docs/a.md.pnk.yaml',
      `id: ${kb.idOf('docs/a.md')}\ntitle: Renamed\ntags: [one]\nlinks:\n- to: pnk://self/${target}\n  rel: cites\n- to: pnk://self/${target}\n  rel: cites\n`,
    )
    expect(await kb.sync()).toMatchObject({ refreshed: ['docs/a.md'], unchanged: 1, updated: [] })
    expect(kb.row('docs/a.md')).toMatchObject({ title: 'Renamed', metadata: '{"tags":["one"]}' })
    expect(kb.query('SELECT src_doc_id, dst_kb_id, dst_doc_id, rel, origin FROM links')).toEqual([
      {
        src_doc_id: kb.idOf('docs/a.md'),
        dst_kb_id: KB_ID,
        dst_doc_id: target,
        rel: 'cites',
        origin: 'sidecar',
      },
    ])
    expect(kb.loads).toBe(1)
  })

  it('soft-deletes what is gone and keeps its sidecar and its row', async () => {
    const kb = new TestKb({ 'docs/a.md': '# A\n\nx\n', 'docs/b.md': '# B\n\ny\n' })
    await kb.sync()
    const id = kb.idOf('docs/a.md')
    kb.remove('docs/a.md')
    expect(await kb.sync()).toMatchObject({
      deleted: ['docs/a.md'],
      unchanged: 1,
      sidecars: { orphaned: ['docs/a.md.pnk.yaml'] },
    })
    expect(kb.rows().find((row) => row.id === id)?.state).toBe('deleted')
    expect(Object.keys(kb.chunks())).toEqual(['docs/b.md'])
  })

  it('survives the deletion of the last document', async () => {
    const kb = new TestKb({ 'docs/only/a.md': '# A\n\nx\n' })
    await kb.sync()
    const id = kb.idOf('docs/only/a.md')
    kb.remove('docs/only')
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', deleted: ['docs/only/a.md'] })
    expect(kb.active()).toEqual({})
    expect(kb.rows().map((row) => row.id)).toEqual([id])
  })
})

describe('a sync of what is no knowledge base', () => {
  it.each(['nowhere', 'docs', 'docs/a.md'])('is refused in words: %s', async (place) => {
    const kb = new TestKb({ 'docs/a.md': '# Alpha\n' })
    const options = { extractors: [], loadEmbedder: async () => Promise.reject(new Error('not wanted')) }
    await expect(syncKb(kb.path(place), options)).rejects.toMatchObject({
      name: 'ManifestError',
      code: 'MANIFEST_UNREADABLE',
    })
  })
})
