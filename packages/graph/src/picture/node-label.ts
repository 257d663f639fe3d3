import type { PictureNode } from './contracts.js'

/** What to call a node: its title, else its path, else its id; documents of another KB with that KB's name before it. */
export function nodeLabel(node: PictureNode): string {
  if (node.kind === 'tag') return `#${node.tag}`
  const own = named(node.title) ?? named(node.path) ?? node.docId
  return node.kind === 'foreign' ? `${node.kb ?? node.kbId}: ${own}` : own
}

/** A blank name is none. */
function named(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}
