import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { KB_ID, TestKb } from './support/kb.js'

const OTHER = '01JV3K2H8M5Q9T1X4Z7B0D3F6H'
const LINKS = 'SELECT src_kb_id AS src, src_doc_id AS doc, dst_kb_id AS dst, rel FROM links ORDER BY rel'

it('a copied KB that is given an id of its own keeps its links with the next sync', async () => {
  const kb = new TestKb({ 'docs/a.md': 'alpha\n', 'docs/b.md': 'beta\n', 'docs/c.md': 'gamma\n' })
  await kb.sync()
  const [a, b] = [kb.idOf('docs/a.md'), kb.idOf('docs/b.md')]
  appendFileSync(
    join(kb.root, 'docs/a.md.pnk.yaml'),
    `links:\n- to: pnk://self/${b}\n  rel: own\n- to: pnk://${KB_ID}/${b}\n  rel: whole\n`,
  )
  await kb.sync()
  kb.setManifest((text) => text.replace(KB_ID, OTHER))
  const report = await kb.sync()
  expect(report.refreshed).toEqual(['docs/a.md'])
  expect(report.graph?.kinds.authored).toBe(1)
  expect(kb.query(LINKS)).toEqual([
    { src: OTHER, doc: a, dst: OTHER, rel: 'own' },
    { src: OTHER, doc: a, dst: KB_ID, rel: 'whole' },
  ])
  expect((await kb.sync()).refreshed).toEqual([])
})
