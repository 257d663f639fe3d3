import { describe, expect, it } from 'vitest'
import { kbPicture, readPictureRows } from '../../src/index.js'
import { docId, indexedKb, KB } from '../support/indexed-kb.js'

const vector = [1, 0, 0] as const

describe('the rows of a picture', () => {
  it('come from the index: documents by path, their chunks, their links; a filter hides the others', () => {
    const { reader } = indexedKb([
      { path: 'b/two.md', tags: ['x'], links: [[2, 'cites']], chunks: [{ vector }, { vector }] },
      {
        path: 'a/one.md',
        links: [
          [1, 'answers'],
          [7, 'cites'],
        ],
        chunks: [{ vector }],
      },
    ])
    const aliases = new Map<string, string>()
    const all = kbPicture({ kbId: KB, name: 'KB', rows: readPictureRows(reader), aliases })
    expect(all.nodes.map(({ id }) => id)).toEqual([
      ...[2, 1, 7].map((n) => `pnk://${KB}/${docId(n)}`),
      'tag:x',
    ])
    expect(all.nodes[1]).toMatchObject({ path: 'b/two.md', chunks: 2 })
    expect(all.edges.map(({ source, target }) => [source, target])).toEqual([
      [1, 0],
      [0, 1],
      [0, 2],
      [1, 3],
    ])

    const rows = readPictureRows(reader, { pathPrefix: 'b/' })
    const some = kbPicture({ kbId: KB, name: 'KB', rows, aliases })
    expect(some.nodes.map(({ id }) => id)).toEqual([`pnk://${KB}/${docId(1)}`, 'tag:x'])
    expect(some.hiddenLinks).toBe(3)
  })
})
