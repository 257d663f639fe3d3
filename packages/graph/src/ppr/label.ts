import type { NodeKind } from '@pinakes/index'

/** The kinds of nodes that have a name which a question may call them by. */
export const LABELLED_KINDS = ['entity', 'heading', 'tag'] as const satisfies readonly NodeKind[]

/** A kind of node that people have a name for. */
export type LabelledKind = (typeof LABELLED_KINDS)[number]

/**
 * What people call a node: an entity or tag by its key, a heading by its own title, without the document that holds it
 * and without the titles above.
 */
export function labelOf(kind: LabelledKind, key: string): string {
  if (kind !== 'heading') return key
  const path = key.slice(key.indexOf(':') + 1)
  return path.split(' > ').at(-1) ?? path
}

/**
 * A name as names are compared: compatibility forms made one (NFKC), lower case, whitespace collapsed and trimmed.
 */
export function normaliseName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** The words of a text, normalised, joined by one space: two texts of equal words are equal. */
export function wordsOf(text: string): string {
  return (normaliseName(text).match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).join(' ')
}
