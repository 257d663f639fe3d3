import { createHash } from 'node:crypto'
import type { KbPicture, PictureNode } from '@pinakes/graph'
import { describe, expect, it } from 'vitest'
import { bundlePage } from '../../scripts/bundle-page.mjs'
import type { PageData } from '../../src/graph-page/contracts.js'
import { documentGroups } from '../../src/graph-page/document-groups.js'
import { graphPage } from '../../src/graph-page/page.js'
import { pageData } from '../../src/graph-page/page-data.js'
import { PAGE_SCRIPT } from '../../src/graph-page/page-script.js'

function document(n: number, directory: string, tags: string[] = [], title = `Title ${n}`): PictureNode {
  const [path, docId] = [`${directory}/${n}.md`, String(n)]
  const sourceType = 'markdown' as const
  return { kind: 'document', id: `d${n}`, docId, path, title, directory, tags, chunks: 1, sourceType }
}
const tag = (name: string, documents: number): PictureNode => ({
  kind: 'tag',
  id: name,
  tag: name,
  documents,
})
const HOSTILE = '</script><script>alert(1)</script><!-- " \' \u2028 \u202e'

const picture: KbPicture = {
  kbId: 'K',
  name: HOSTILE,
  hiddenLinks: 2,
  nodes: [
    document(1, 'docs/a', ['x', HOSTILE], HOSTILE),
    document(2, 'docs/b', ['x']),
    { kind: 'foreign', id: 'f', kbId: 'F', docId: '9', kb: 'there', path: null, title: null },
    tag('x', 2),
    tag(HOSTILE, 1),
  ],
  edges: [
    { kind: 'link', source: 0, target: 1, rel: 'cites', origin: 'sidecar', crosses: false },
    { kind: 'link', source: 2, target: 0, rel: HOSTILE, origin: 'reverse-scan', crosses: true },
    { kind: 'tag', source: 0, target: 3 },
    { kind: 'tag', source: 0, target: 4 },
    { kind: 'tag', source: 1, target: 3 },
  ],
}

describe('the page of a graph', () => {
  const page = graphPage(picture)

  it('loads nothing, and runs nothing but its own script, by its hash', () => {
    const hash = createHash('sha256').update(PAGE_SCRIPT).digest('base64')
    const policy = /Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'") ?? ''
    expect(policy.startsWith(`default-src 'none'; script-src 'sha256-${hash}'; style-src 'sha256-`)).toBe(
      true,
    )
    expect(
      /<link|<img|<iframe|@import|url\(|\b(src|href)=|https?:|\son[a-z]+="|\sstyle=/i.exec(page),
    ).toBeNull()
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page.match(/<\/script/g)).toHaveLength(2)
    expect(PAGE_SCRIPT).not.toMatch(
      /fetch\(|XMLHttpRequest|WebSocket|innerHTML|insertAdjacent|\beval\(|import\(/,
    )
  })

  it('gives its script every text as it was, however it is written', () => {
    const json = /<script type="application\/json" id="data">(.*)<\/script>/.exec(page)?.[1] ?? ''
    expect(json).not.toMatch(/[<>&]/)
    const data = JSON.parse(json) as PageData
    expect(data).toEqual(JSON.parse(JSON.stringify(pageData(picture))))
    expect(data.name).toBe(HOSTILE)
    expect(data.rels).toContain(HOSTILE)
  })

  it('is the same for the same picture, and says what it holds', () => {
    expect(graphPage(picture)).toBe(page)
    expect(page).toContain(
      '2 documents · 2 tags · 2 links, 1 of them between knowledge bases · 2 links to documents left out',
    )
  })

  it('has the script that its sources make (else: node packages/cli/scripts/build-page.mjs)', async () => {
    expect(PAGE_SCRIPT).toBe(await bundlePage())
  })
})

describe('the data of the page', () => {
  it('leaves out tags of one document, and numbers the rest anew', () => {
    const { nodes, links, taggings, tags, groups } = pageData(picture)
    expect(nodes.map(({ kind }) => kind)).toEqual(['document', 'document', 'foreign', 'tag'])
    expect(taggings).toEqual([0, 3, 1, 3])
    expect(links.filter((_, i) => i % 4 !== 2)).toEqual([0, 1, 0, 2, 0, 1])
    expect(tags).toEqual([
      ['x', 2],
      [HOSTILE, 1],
    ])
    expect(groups).toEqual(['docs/a', 'docs/b'])
  })

  it('places every node somewhere, no two documents in one spot, those of a directory together', () => {
    const documents = Array.from({ length: 60 }, (_, n) => document(n, n % 2 === 0 ? 'even' : 'odd'))
    const { nodes } = pageData({ ...picture, nodes: documents, edges: [] })
    for (const { x, y } of nodes) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(60)
    const middle = (group: number) => {
      const own = nodes.filter((node) => node.group === group)
      return {
        x: own.reduce((sum, { x }) => sum + x, 0) / 30,
        y: own.reduce((sum, { y }) => sum + y, 0) / 30,
      }
    }
    const far = ({ x, y }: { x: number; y: number }, group: number) =>
      Math.hypot(x - middle(group).x, y - middle(group).y)
    const nearOwn = nodes.filter((node) => far(node, node.group ?? 0) < far(node, 1 - (node.group ?? 0)))
    expect(nearOwn.length).toBeGreaterThan(57)
  })

  it('has no nodes for an empty knowledge base', () => {
    expect(pageData({ ...picture, nodes: [], edges: [] }).nodes).toEqual([])
  })
})

describe('groups of documents', () => {
  const names = (...directories: string[]) =>
    documentGroups(directories.map((directory) => ({ directory }))).names

  it('are cut where they tell documents apart, and are at most twelve where they can be', () => {
    expect(names('docs/a', 'docs/b', 'docs/b/c')).toEqual(['docs/a', 'docs/b', 'docs/b/c'])
    expect(names('docs', 'docs')).toEqual(['docs'])
    expect(names('.', 'docs', 'docs')).toEqual(['docs', '.'])
    const years = Array.from({ length: 40 }, (_, i) => `docs/${i % 2}/${i}`)
    expect(names(...years)).toEqual(['docs/0', 'docs/1'])
    expect(names(...Array.from({ length: 40 }, (_, i) => `docs/${i}`))).toHaveLength(40)
  })
})
