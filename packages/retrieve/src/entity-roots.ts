import type { IndexReader } from '@pinakes/index'
import type { ExpansionRequest } from './contracts.js'
import { storedTags } from './stored-tags.js'

/** Most documents that names lend a root for. */
const MOST = 5

/**
 * Chunks to expand from besides what was found: of each document whose title or tag is one of the `entities`, case
 * aside, the chunk nearest to the query. At most five, by path, of what the filters let through.
 */
export function entityRoots({ reader, entities, filter, queryVector }: ExpansionRequest): number[] {
  if (entities.length === 0) return []
  const wanted = new Set(entities.map((entity) => entity.toLowerCase()))
  const named = reader.documents(filter).filter(({ title, metadata }) => {
    const names = [title, ...storedTags(metadata)]
    return names.some((name) => name !== null && wanted.has(name.toLowerCase()))
  })
  const { chunkIds, cosines, settle } = reader.cosineBounds(queryVector)
  return rowsOf(reader, new Set<string>(named.map(({ id }) => id)))
    .slice(0, MOST)
    .map((rows) => {
      settle(rows)
      return chunkIds[
        rows.reduce((best, row) => (Number(cosines[row]) > Number(cosines[best]) ? row : best))
      ] as number
    })
}

/** The rows of the chunks of each document that has some, by path. */
function rowsOf(reader: IndexReader, ids: ReadonlySet<string>): number[][] {
  const found: number[][] = []
  let first = 0
  for (const { docId, chunks } of reader.graph().documents()) {
    const from = first
    first += chunks
    if (ids.has(docId) && chunks > 0) found.push(Array.from({ length: chunks }, (_, i) => from + i))
  }
  return found
}
