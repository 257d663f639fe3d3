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

/** `e.g.`, `i.e.`, initials: whole they say no more than their letters. */
const INITIALS = /^\p{L}(?:\.\p{L})+$/u

/** The names and words of `query`, in order; both empty for text without letters and digits. */
export function askedFor(query: string): Asked {
  const found = queryNames(spelling(query)).map(({ words, spelled }) => {
    const names = spelled.filter((name) => !INITIALS.test(name))
    return { names, words: names.length > 0 ? [] : words }
  })
  return {
    names: [...new Set(found.flatMap(({ names }) => names))],
    words: [...new Set(found.flatMap(({ words }) => words))],
    spelling,
  }
}

function spelling(text: string): string {
  return fold(text).toLowerCase()
}
