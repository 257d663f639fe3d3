import { documentOfSidecar } from '../kb-paths.js'
import { compareCodePoints } from '../text.js'

/**
 * Removes second names: of the documents, and of the sidecars, that are one file seen through a followed link, one
 * name stays. The real name of a document wins if a pattern takes it, else the first by code point; a sidecar stays
 * under the name that stands beside a document. `realKeys` holds the real key of everything below a followed link.
 * Returns the names of documents that were dropped.
 */
export function dropAliases<Entry>(
  documents: Map<string, Entry>,
  sidecars: Map<string, Entry>,
  realKeys: ReadonlyMap<string, string>,
): string[] {
  if (realKeys.size === 0) return []
  const realOf = (key: string) => realKeys.get(key) ?? key
  const dropped = keepBest(documents, realOf, (key) => realOf(key) === key)
  keepBest(sidecars, realOf, (key) => documents.has(documentOfSidecar(key) ?? ''))
  return dropped
}

function keepBest<Entry>(
  files: Map<string, Entry>,
  realOf: (key: string) => string,
  isPreferred: (key: string) => boolean,
): string[] {
  const groups = new Map<string, string[]>()
  for (const key of files.keys()) {
    const group = groups.get(realOf(key))
    if (group === undefined) groups.set(realOf(key), [key])
    else group.push(key)
  }
  const dropped = [...groups.values()]
    .filter((group) => group.length > 1)
    .flatMap((group) => {
      const keep = group.find(isPreferred) ?? [...group].sort(compareCodePoints)[0]
      return group.filter((key) => key !== keep)
    })
  for (const key of dropped) files.delete(key)
  return dropped.sort(compareCodePoints)
}
