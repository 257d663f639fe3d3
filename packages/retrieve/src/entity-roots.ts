import type { IndexReader } from '@pinakes/index'
import type { ExpansionRequest } from './contracts.js'

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
    const names = [title, ...tagsOf(metadata)]
    return names.some((name) => name !== null && wanted.has(name.toLowerCase()))
  })
  const ids = new Set<string>(named.map(({ id }) => id))
  return chunksOf(reader, ids)
    .slice(0, MOST)
    .map((chunks) => nearest(chunks, reader.exactCosines(queryVector, chunks)))
}

function tagsOf(metadata: string): string[] {
  const { tags } = JSON.parse(metadata) as { readonly tags?: unknown }
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

/** Ids of the chunks of each document that has some, by path. */
function chunksOf(reader: IndexReader, ids: ReadonlySet<string>): number[][] {
  return reader
    .graph()
    .documents()
    .filter(({ docId, chunks }) => ids.has(docId) && chunks > 0)
    .map(({ firstChunk, chunks }) => Array.from({ length: chunks }, (_, i) => firstChunk + i))
}

function nearest(chunks: readonly number[], cosines: Float32Array): number {
  const best = cosines.reduce((at, cosine, i) => (cosine > (cosines[at] as number) ? i : at), 0)
  return chunks[best] as number
}
