/** How the hidden states of a text become one vector. */
export type Pooling = 'cls' | 'mean'

/** How a family of models wants to be used. */
export interface FamilyProfile {
  readonly pooling: Pooling
  /** Put before a question; part of what is embedded. */
  readonly queryPrefix: string
  readonly passagePrefix: string
  /** The window it was trained with, special tokens included, where its files may not say so; else null. */
  readonly window: number | null
}

const NONE = { queryPrefix: '', passagePrefix: '' }
const SEARCH = { queryPrefix: 'Represent this sentence for searching relevant passages: ', passagePrefix: '' }
const E5 = { queryPrefix: 'query: ', passagePrefix: 'passage: ' }

/**
 * By the repository's name without its organisation, so that conversions count; from the model cards. `bge-*` takes no
 * prefix, as in the Python edition.
 */
const FAMILIES: readonly (readonly [RegExp, FamilyProfile])[] = [
  [/^bge-(?:small|base|large)-(?:en|zh)/i, { pooling: 'cls', window: 512, ...NONE }],
  [/^bge-m3$/i, { pooling: 'cls', window: null, ...NONE }],
  [/^all-minilm-l6-v2/i, { pooling: 'mean', window: 256, ...NONE }],
  [/^all-minilm-l12-v2/i, { pooling: 'mean', window: 128, ...NONE }],
  [/^all-mpnet-base-v2/i, { pooling: 'mean', window: 384, ...NONE }],
  [/^(?:multilingual-)?e5-(?:small|base|large)(?:-v2)?$/i, { pooling: 'mean', window: 512, ...E5 }],
  [/^gte-(?:small|base|large)$/i, { pooling: 'mean', window: 512, ...NONE }],
  [/^mxbai-embed-(?:large|xsmall)-v1$/i, { pooling: 'cls', window: 512, ...SEARCH }],
  [/^snowflake-arctic-embed-(?:xs|s|m|l)$/i, { pooling: 'cls', window: 512, ...SEARCH }],
]

/** The profile of the family that `repo` belongs to, or null. */
export function knownFamily(repo: string): FamilyProfile | null {
  const name = repo.slice(repo.lastIndexOf('/') + 1)
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? null
}
