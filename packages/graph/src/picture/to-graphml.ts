import type { KbPicture, PictureEdge, PictureNode } from './contracts.js'
import { markupText } from './markup-text.js'
import { nodeLabel } from './node-label.js'

type Value = string | number | boolean | null

/** What is said of nodes and of edges, with the type that GraphML calls it by. */
const NODE_KEYS = {
  kind: 'string',
  label: 'string',
  uri: 'string',
  path: 'string',
  title: 'string',
  directory: 'string',
  source_type: 'string',
  chunks: 'int',
  tags: 'string',
  kb: 'string',
  kb_id: 'string',
  documents: 'int',
} as const
const EDGE_KEYS = { kind: 'string', rel: 'string', origin: 'string', cross_kb: 'boolean' } as const

const SCHEMA =
  'xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd"'

/**
 * The picture as GraphML (graphml.graphdrawing.org, schema 1.0), a directed graph: nodes are `n0`, `n1`, …, since a URI
 * is no XML name token, and carry theirs as `uri`. Tags of a document are also on it, one a line.
 */
export function toGraphml({ name, nodes, edges }: KbPicture): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<graphml ${SCHEMA}>`,
    ...keys('node', NODE_KEYS),
    ...keys('edge', EDGE_KEYS),
    `  <graph id="g" edgedefault="directed">`,
    `    <desc>${markupText(name)}</desc>`,
    ...nodes.map((node, i) => `    <node id="n${i}">${data('node', nodeValues(node))}</node>`),
    ...edges.map(
      (edge, i) =>
        `    <edge id="e${i}" source="n${edge.source}" target="n${edge.target}">${data('edge', edgeValues(edge))}</edge>`,
    ),
    '  </graph>',
    '</graphml>',
  ]
  return `${lines.join('\n')}\n`
}

function keys(of: 'node' | 'edge', types: Readonly<Record<string, string>>): string[] {
  return Object.entries(types).map(
    ([name, type]) => `  <key id="${of}_${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`,
  )
}

function nodeValues(node: PictureNode): Partial<Record<keyof typeof NODE_KEYS, Value>> {
  const label = nodeLabel(node)
  switch (node.kind) {
    case 'document': {
      const { kind, id, path, title, directory, sourceType, chunks, tags } = node
      const tagLines = tags.length === 0 ? null : tags.join('\n')
      return { kind, label, uri: id, path, title, directory, source_type: sourceType, chunks, tags: tagLines }
    }
    case 'foreign':
      return {
        kind: node.kind,
        label,
        uri: node.id,
        path: node.path,
        title: node.title,
        kb: node.kb,
        kb_id: node.kbId,
      }
    case 'missing':
      return { kind: node.kind, label, uri: node.id, path: node.path, title: node.title }
    case 'tag':
      return { kind: node.kind, label, documents: node.documents }
  }
}

function edgeValues(edge: PictureEdge): Partial<Record<keyof typeof EDGE_KEYS, Value>> {
  if (edge.kind === 'tag') return { kind: edge.kind }
  return { kind: edge.kind, rel: edge.rel, origin: edge.origin, cross_kb: edge.crosses }
}

/** Values that are null are left out. */
function data(of: 'node' | 'edge', values: Readonly<Record<string, Value | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `<data key="${of}_${name}">${markupText(String(value))}</data>`)
    .join('')
}
