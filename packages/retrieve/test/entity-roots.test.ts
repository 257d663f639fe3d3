import { openIndexReader } from '@pinakes/index'
import { kbPaths } from '@pinakes/manifest'
import { expect, it } from 'vitest'
import { entityRoots } from '../src/entity-roots.js'
import { bagEmbedder } from './support/bag-embedder.js'
import { useKbs } from './support/use-kbs.js'

const kbs = useKbs()

it('five documents that names call lend a chunk each, by path: the one nearest to the query', async () => {
  const embedder = bagEmbedder()
  const harbours = Object.fromEntries(
    [6, 3, 1, 5, 2, 4].map((n) => [`${n}.md`, { text: `harbour ${n}`, tags: ['Harbour'] }]),
  )
  const words = (word: string) => `${word} `.repeat(50)
  const kb = await kbs.make(
    { ...harbours, '0.md': { text: `${words('pump')}\n\n${words('valve')}`, title: 'HARBOUR' } },
    { embedder },
  )
  const reader = openIndexReader(kbPaths(kb.root).index)
  try {
    const queryVector = await embedder.embed(['valve'], 'query')
    const asked = { reader, roots: [], query: 'valve', queryVector, filter: {}, limit: 9, adjacentK: 8 }
    const found = reader.chunks(entityRoots({ ...asked, entities: ['harbour'] }))
    const byPath = found.map(({ document, text }) => [document.path, text.trim().split(/\s+/)[0]])
    expect(byPath.sort()).toEqual([
      ['0.md', 'valve'],
      ['1.md', 'harbour'],
      ['2.md', 'harbour'],
      ['3.md', 'harbour'],
      ['4.md', 'harbour'],
    ])
    expect(entityRoots({ ...asked, entities: [] })).toEqual([])
  } finally {
    reader.close()
  }
})
