import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Embedder } from '@pinakes/embed'
import type { IndexReader } from '@pinakes/index'
import type { Kb } from '@pinakes/retrieve'
import { okapi } from './okapi.js'
import { type Collection, documentId } from './trec.js'

/** A way of searching. */
export interface System {
  readonly name: string
  /** Distinct document ids, best first. */
  rank(query: string): Promise<readonly string[]>
}

/** Deep enough that the best 100 documents are there although a document may fill many places with its chunks. */
const CHUNK_DEPTH = 1000

/** The reference that shares no code with the product. */
export function okapiSystem({ docsDir, files }: Collection): System {
  const texts = files.map((file) => [documentId(file), readFileSync(join(docsDir, file), 'utf8')] as const)
  const index = okapi(new Map(texts))
  return { name: 'okapi', rank: async (query) => index.search(query, CHUNK_DEPTH) }
}

/** The keyword channel alone. */
export function lexicalSystem(reader: IndexReader): System {
  return {
    name: 'bm25',
    rank: async (query) => documentsOf(reader, reader.lexicalSearch(query, {}, CHUNK_DEPTH)),
  }
}

/** The vector channel alone. */
export function vectorSystem(name: string, reader: IndexReader, embedder: Embedder): System {
  return {
    name,
    rank: async (query) => {
      const vector = await embedder.embed([query], 'query')
      return documentsOf(reader, reader.vectorSearch(vector, {}, CHUNK_DEPTH))
    },
  }
}

export type Channel = 'bm25' | 'vector' | 'rerank'

/** More than any width lets through: as many passages as search ranks. */
const ALL = 100_000

/** Search as users get it. If one of the `needs` did not run, the figures would be a lie, so it throws. */
export function searchSystem(name: string, kb: Kb, needs: readonly Channel[]): System {
  return {
    name,
    rank: async (query) => {
      const { passages, channels } = await kb.search(query, { k: ALL })
      const idle = channels.find(({ channel, ran }) => !ran && needs.some((need) => need === channel))
      if (idle !== undefined && passages.length > 0)
        throw new Error(`${name}: ${idle.channel} did not run: ${idle.detail}`)
      return bestFirst(passages.map(({ path }) => path))
    },
  }
}

function documentsOf(reader: IndexReader, hits: readonly { readonly chunkId: number }[]): string[] {
  const rows = reader.chunks(hits.map(({ chunkId }) => chunkId))
  const paths = new Map(rows.map(({ chunkId, document }) => [chunkId, document.path]))
  return bestFirst(hits.map(({ chunkId }) => paths.get(chunkId) ?? ''))
}

/** The documents of ranked chunk paths, each at the place of its best chunk. */
export function bestFirst(paths: readonly string[]): string[] {
  return [...new Set(paths.map(documentId))]
}
