import { describe, expect, it } from 'vitest'
import { kbPicture, nodeLabel } from '../../src/index.js'
import { docId, HERE, link, picture, row, rows, THERE } from './made-picture.js'

const tagged = (...tags: string[]) => ({ metadata: JSON.stringify({ tags }) })

describe('the picture of a knowledge base', () => {
  it('has documents, those of others, missing ones, tags, and their edges', () => {
    const { nodes, edges, hiddenLinks } = picture(
      rows([row(1, 'docs/a.md', tagged('x', 'y')), row(2, 'b.md', tagged('x'))], {
        chunks: new Map([[docId(1), 3]]),
        links: [
          link(1, 2),
          link(1, 9, { rel: 'needs' }),
          link(2, 5, { dstKbId: THERE }),
          link(6, 1, { srcKbId: THERE, origin: 'reverse-scan' }),
        ],
      }),
    )
    expect(nodes.map(({ kind, id }) => [kind, id])).toEqual([
      ['document', `pnk://${HERE}/${docId(1)}`],
      ['document', `pnk://${HERE}/${docId(2)}`],
      ['foreign', `pnk://${THERE}/${docId(5)}`],
      ['foreign', `pnk://${THERE}/${docId(6)}`],
      ['missing', `pnk://${HERE}/${docId(9)}`],
      ['tag', 'tag:x'],
      ['tag', 'tag:y'],
    ])
    expect(nodes[0]).toMatchObject({ directory: 'docs', chunks: 3, tags: ['x', 'y'] })
    expect(nodes[1]).toMatchObject({ directory: '.', chunks: 0 })
    expect(nodes[5]).toMatchObject({ tag: 'x', documents: 2 })
    expect(edges).toEqual([
      { kind: 'link', source: 0, target: 1, rel: 'cites', origin: 'sidecar', crosses: false },
      { kind: 'link', source: 0, target: 4, rel: 'needs', origin: 'sidecar', crosses: false },
      { kind: 'link', source: 1, target: 2, rel: 'cites', origin: 'sidecar', crosses: true },
      { kind: 'link', source: 3, target: 0, rel: 'cites', origin: 'reverse-scan', crosses: true },
      { kind: 'tag', source: 0, target: 5 },
      { kind: 'tag', source: 0, target: 6 },
      { kind: 'tag', source: 1, target: 5 },
    ])
    expect(hiddenLinks).toBe(0)
  })

  it('counts links to documents that a filter hides, and leaves out those of deleted ones', () => {
    const { edges, hiddenLinks, nodes } = picture(
      rows([row(1, 'a.md')], {
        hidden: new Set([docId(2)]),
        deleted: [row(3, 'gone.md', { state: 'deleted', title: 'Gone' })],
        links: [link(1, 2), link(2, 1), link(3, 1), link(1, 3)],
      }),
    )
    expect(hiddenLinks).toBe(2)
    expect(edges).toMatchObject([{ kind: 'link', source: 0, target: 1 }])
    expect(nodes[1]).toMatchObject({ kind: 'missing', path: 'gone.md', title: 'Gone' })
  })

  it('keeps apart a document and that of a copied KB with the same id', () => {
    const { nodes, edges } = picture(rows([row(1, 'a.md')], { links: [link(1, 1, { dstKbId: THERE })] }))
    expect(nodes.map(({ kind }) => kind)).toEqual(['document', 'foreign'])
    expect(edges).toMatchObject([{ source: 0, target: 1, crosses: true }])
    const hidden = new Set([docId(2)])
    const filtered = rows([row(1, 'a.md')], { hidden, links: [link(1, 2, { dstKbId: THERE })] })
    expect(picture(filtered)).toMatchObject({ hiddenLinks: 0, edges: [{ crosses: true }] })
  })

  it('names nodes by title, then path, then id, and those of others with their KB', () => {
    const foreign = new Map([[`pnk://${THERE}/${docId(5)}`, { path: 'p.md', title: ' ' }]])
    const links = [link(1, 5, { dstKbId: THERE }), link(1, 6, { dstKbId: THERE }), link(1, 7)]
    const made = rows([row(1, 'a.md', { title: null })], { links })
    const { nodes } = kbPicture({ kbId: HERE, name: '', rows: made, aliases: new Map(), foreign })
    expect(nodes.map(nodeLabel)).toEqual(['a.md', `${THERE}: p.md`, `${THERE}: ${docId(6)}`, docId(7)])
  })
})
