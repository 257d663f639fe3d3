import { fold } from './fold.js'
import { queryNames } from './names.js'

/** What a query asks for by letters, to be looked for in other texts. */
export interface Asked {
  /** Names that mean something only whole, in one spelling, each once: `dec-0054`, `c++`, `src/a-b/c.ts`. */
  readonly names: readonly string[]
  /** The other words, likewise. */
  readonly words: readonly string[]
  /** `text` in the spelling of names and words: folded as for the index, in lower case. */
  spelling(text: string): string
}

/** The names and words of `query`, in order; both empty for text without letters and digits. */
export function askedFor(query: string): Asked {
  const found = queryNames(spelling(query))
  return {
    names: [...new Set(found.flatMap(({ spelled }) => spelled))],
    words: [...new Set(found.flatMap(({ spelled, words }) => (spelled.length > 0 ? [] : words)))],
    spelling,
  }
}

function spelling(text: string): string {
  return fold(text).toLowerCase()
}
