import { expect, it } from 'vitest'
import { TestKb } from './support/kb.js'

const LINKS = 'SELECT src_doc_id AS source, dst_doc_id AS target, rel, origin FROM links ORDER BY 1'

it('links of deleted documents, and of one whose sidecar cannot be read, outlive a rebuild', async () => {
  const kb = new TestKb({ 'docs/a.md': 'apple\n', 'docs/b.md': 'boat\n', 'docs/c.md': 'coat\n' })
  await kb.sync()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => kb.idOf(`docs/${name}.md`))
  const link = (to: string | undefined) => `links:\n- to: pnk://self/${to}\n  rel: cites\n`
  kb.write('docs/a.md.pnk.yaml', `id: ${a}\n${link(b)}`)
  kb.write('docs/b.md.pnk.yaml', `id: ${b}\n${link(c)}`)
  await kb.sync()
  const before = kb.query(LINKS)
  expect(before).toHaveLength(2)
  kb.remove('docs/a.md')
  kb.remove('docs/a.md.pnk.yaml')
  kb.write('docs/b.md.pnk.yaml', `id: ${b}\nlinks: [\n`)
  await kb.sync()
  expect(kb.query(LINKS)).toEqual(before)
  await kb.sync({ mode: 'rebuild' })
  expect(kb.query(LINKS)).toEqual(before)
  kb.write('docs/b.md.pnk.yaml', `id: ${b}\n`)
  await kb.sync()
  expect(kb.query(LINKS)).toEqual(before.filter((row) => (row as { source: string }).source === a))
})
