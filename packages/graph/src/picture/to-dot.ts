import type { KbPicture, PictureEdge, PictureNode } from './contracts.js'
import { markupText } from './markup-text.js'
import { nodeLabel } from './node-label.js'

/** How Graphviz is to draw each kind of node. */
const SHAPES: Readonly<Record<PictureNode['kind'], string>> = {
  document: 'shape=box style="rounded,filled" fillcolor="#e8f0fb"',
  foreign: 'shape=box style="dashed,filled" fillcolor="#fdf0dc"',
  missing: 'shape=box style=dotted fontcolor="#b3261e"',
  tag: 'shape=ellipse style=filled fillcolor="#eeeeea" fontsize=10',
}

/**
 * The picture in the DOT language (graphviz.org/doc/info/lang.html), for `sfdp`, `dot` and their like. Nodes are `n0`,
 * `n1`, …; links have their relation as label, and are dashed between two KBs; taggings have no direction.
 */
export function toDot({ name, nodes, edges }: KbPicture): string {
  const lines = [
    `digraph ${dotText(name)} {`,
    '  graph [overlap=prism splines=true outputorder=edgesfirst]',
    '  node [fontname="sans-serif" fontsize=11]',
    '  edge [fontname="sans-serif" fontsize=9 color="#777777"]',
    ...nodes.map(
      (node, i) => `  n${i} [label=${dotText(nodeLabel(node))} ${SHAPES[node.kind]}${details(node)}]`,
    ),
    ...edges.map((edge) => `  n${edge.source} -> n${edge.target} [${edgeLook(edge)}]`),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

function details(node: PictureNode): string {
  if (node.kind === 'tag') return ''
  return ` tooltip=${dotText(node.path ?? node.docId)} id=${dotText(node.id)}`
}

function edgeLook(edge: PictureEdge): string {
  if (edge.kind === 'tag') return 'dir=none style=dotted color="#bbbbbb"'
  return `label=${dotText(edge.rel)}${edge.crosses ? ' style=dashed color="#b36b00"' : ''}`
}

/**
 * A quoted string of DOT. Graphviz reads character references in it as HTML does, and `\N`, `\G` or `\l` in labels as
 * something else: backslashes are doubled, the rest is escaped as in markup.
 */
function dotText(text: string): string {
  return `"${markupText(text).replaceAll('\\', '\\\\')}"`
}
