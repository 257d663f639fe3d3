import { displayPath } from '@pinakes/manifest'
import type { SearchResult } from '@pinakes/retrieve'

/** The documents of the passages, each once, best first: one escaped path a line. */
export function fileLines({ passages }: SearchResult): string[] {
  return [...new Set(passages.map(({ path }) => displayPath(path)))]
}
