import { headerField } from '../document-tags.js'
import type { SourceDocument } from '../source-documents.js'

/** An improvement proposal with the documents that its front matter says it requires. */
export interface LinkedDocument extends SourceDocument {
  /** Paths, in the order of the front matter; those alone that are in the collection. */
  readonly requires: readonly string[]
}

/** `docs/eips/eip-1559.md` gives 1559; null for any other name. */
export function proposalNumber(path: string): number | null {
  const number = /\/eip-(\d+)\.md$/.exec(path)?.[1]
  return number === undefined ? null : Number(number)
}

/**
 * The proposals among `documents` with what each requires: the `requires` line of the front matter, written by its
 * authors, is the only source of links. What a text merely mentions is none.
 */
export function withRequirements(documents: readonly SourceDocument[]): LinkedDocument[] {
  const byNumber = new Map(documents.map(({ path }) => [proposalNumber(path), path]))
  return documents
    .filter(({ path }) => proposalNumber(path) !== null)
    .map((document) => {
      const numbers = (headerField(document.text, 'requires') ?? '').match(/\d+/g) ?? []
      const paths = numbers.map((number) => byNumber.get(Number(number)))
      const found = paths.filter((path) => path !== undefined && path !== document.path) as string[]
      return { ...document, requires: [...new Set(found)] }
    })
}
