import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { nodeLabel, picturePayload, toDot, toGraphml } from '../../src/index.js'
import { HOSTILE, link, picture, row, rows, THERE } from './made-picture.js'

const hostile = picture(
  rows([row(1, `${HOSTILE}.md`, { title: HOSTILE, metadata: JSON.stringify({ tags: [HOSTILE] }) })], {
    links: [link(1, 2, { rel: HOSTILE }), link(1, 3, { dstKbId: THERE })],
  }),
  HOSTILE,
)
/** What XML 1.0 has no way to hold is lost, and nothing else. */
const readable = HOSTILE.replace(/[\u0000\u001b]/g, '\u{FFFD}')
const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** One line each, by the grammar of the language, as narrow as `toDot` uses it. */
const STRING = '"(?:[^"\\\\]|\\\\\\\\)*"'
const VALUE = `(?:${STRING}|[a-z]+|\\d+)`
const ATTRIBUTES = `\\[${'[a-z]+'}=${VALUE}(?: [a-z]+=${VALUE})*\\]`
const DOT_LINE = new RegExp(
  `^(digraph ${STRING} \\{|  (?:graph|node|edge|n\\d+|n\\d+ -> n\\d+) ${ATTRIBUTES}|\\})$`,
)

describe('DOT', () => {
  it('keeps to its grammar whatever the texts are', () => {
    const lines = toDot(hostile).trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(DOT_LINE)
    expect(lines).toHaveLength(1 + 3 + hostile.nodes.length + hostile.edges.length + 1)
    const label = /label="((?:[^"\\]|\\\\)*)"/.exec(lines[4] ?? '')?.[1] ?? ''
    expect(decoded(label.replaceAll('\\\\', '\\'))).toBe(readable)
  })

  // Graphviz is no part of npm, so a machine may lack it; the grammar above holds without it.
  const graphviz = spawnSync('dot', ['-V']).status === 0
  it.runIf(graphviz)('is read by Graphviz, with every node and edge (where it is installed)', () => {
    const { status, stdout, stderr } = spawnSync('dot', ['-Tcanon'], {
      input: toDot(hostile),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.match(/n\d+ -> n\d+/g)).toHaveLength(hostile.edges.length)
  })
})

describe('GraphML', () => {
  it('is well-formed, with ids that are name tokens, and gives back every text', () => {
    const text = toGraphml(hostile)
    const root = parseXml(text)
    const [graph] = root.children.filter(({ name }) => name === 'graph')
    const of = (name: string) => graph?.children.filter((child) => child.name === name) ?? []
    const value = (of: Element | undefined, key: string) =>
      of?.children.find(({ attributes }) => attributes.key === key)?.text
    const declared = root.children.filter(({ name }) => name === 'key').map(({ attributes }) => attributes.id)
    const used = [...of('node'), ...of('edge')].flatMap(({ children }) =>
      children.map((c) => c.attributes.key),
    )
    expect(declared).toEqual(expect.arrayContaining([...new Set(used)]))
    expect(of('node').map(({ attributes }) => attributes.id)).toEqual(hostile.nodes.map((_, i) => `n${i}`))
    expect(of('edge').map(({ attributes: { source, target } }) => [source, target])).toEqual(
      hostile.edges.map(({ source, target }) => [`n${source}`, `n${target}`]),
    )
    expect(value(of('node')[0], 'node_title')).toBe(readable)
    expect(value(of('node')[0], 'node_tags')).toBe(readable)
    expect(value(of('edge')[0], 'edge_rel')).toBe(readable)
    expect(graph?.children[0]).toMatchObject({ name: 'desc', text: readable })
  })
})

describe('JSON', () => {
  it('names the ends of edges by id, and gives every text as it is', () => {
    const { nodes, edges } = JSON.parse(JSON.stringify(picturePayload(hostile))) as ReturnType<
      typeof picturePayload
    >
    expect(nodes[0]).toMatchObject({
      kind: 'document',
      title: HOSTILE,
      tags: [HOSTILE],
      source_type: 'markdown',
    })
    expect(nodes.map(({ label }) => label)).toEqual(hostile.nodes.map(nodeLabel))
    expect(edges[0]).toMatchObject({ kind: 'link', rel: HOSTILE, origin: 'sidecar', cross_kb: false })
    for (const { source, target } of edges) {
      expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([source, target]))
    }
  })
})

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** A strict parser of what XML `toGraphml` may write: elements, attributes in double quotes, numeric references. */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const token =
    /<\?xml version="1\.0" encoding="UTF-8"\?>|<\/([\w.]+)>|<([\w.]+)((?: [\w.:]+="[^"<&]*")*)(\/?)>|([^<>&]|&#\d+;)+/y
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex
    const found = token.exec(xml)
    if (found === null) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 40)}`)
    const [text, closing, opening, attributes = '', isEmpty] = found
    const top = open.at(-1) as Element
    if (closing !== undefined) {
      if (open.pop()?.name !== closing) throw new Error(`</${closing}> closes <${top.name}>`)
    } else if (opening !== undefined) {
      const pairs = [...attributes.matchAll(/ ([\w.:]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])
      const element: Element = {
        name: opening,
        attributes: Object.fromEntries(pairs),
        children: [],
        text: '',
      }
      top.children.push(element)
      if (isEmpty === '') open.push(element)
    } else if (!text.startsWith('<?')) {
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text))
        throw new Error('a character that XML has not')
      top.text += decoded(text)
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not one element')
  return root.children[0] as Element
}
