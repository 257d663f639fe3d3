import type { KbPicture, PictureEdge, PictureNode } from './contracts.js'
import { nodeLabel } from './node-label.js'

/** The picture as plain values, to be written as JSON; edges name nodes by `id`. */
export function picturePayload({ kbId, name, nodes, edges, hiddenLinks }: KbPicture) {
  return {
    kb_id: kbId,
    name,
    nodes: nodes.map(nodePayload),
    edges: edges.map((edge) => edgePayload(edge, nodes)),
    hidden_links: hiddenLinks,
  }
}

function nodePayload(node: PictureNode) {
  const { id, kind } = node
  const label = nodeLabel(node)
  if (kind === 'tag') return { id, kind, label, tag: node.tag, documents: node.documents }
  const { docId: doc_id, path, title } = node
  if (kind === 'missing') return { id, kind, label, doc_id, path, title }
  if (kind === 'foreign') return { id, kind, label, doc_id, kb_id: node.kbId, kb: node.kb, path, title }
  const { sourceType: source_type, directory, tags, chunks } = node
  return { id, kind, label, doc_id, path, title, source_type, directory, tags, chunks }
}

function edgePayload(edge: PictureEdge, nodes: readonly PictureNode[]) {
  const ends = { source: nodes[edge.source]?.id as string, target: nodes[edge.target]?.id as string }
  if (edge.kind === 'tag') return { kind: edge.kind, ...ends }
  return { kind: edge.kind, ...ends, rel: edge.rel, origin: edge.origin, cross_kb: edge.crosses }
}
