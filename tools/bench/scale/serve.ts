/**
 * A process that searches one index in one way: `tsx serve.ts ROOT exact|int8|sqlite-vec|search`. A line `first count`
 * is answered by one of JSON: milliseconds and hits of so many queries; rows count from 0, as NumPy's do.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openIndexReader, type VectorTierSetting } from '@pinakes/index'
import { openKb } from '@pinakes/retrieve'
import type { Batch } from '../vector-scan/numpy-process.js'
import { BENCH_MODEL, benchEmbedder, HITS } from './bench-model.js'

const [root = '', way = ''] = process.argv.slice(2)
const bytes = readFileSync(join(root, 'queries.f32'))
const vectors = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
const questions = JSON.parse(readFileSync(join(root, 'questions.json'), 'utf8')) as string[]
const ask = way === 'search' ? await wholeSearch() : vectorSearch(way as VectorTierSetting)

type Hits = Batch['hits'][number]

function vectorSearch(vectorTier: VectorTierSetting): (n: number) => Promise<Hits> {
  const reader = openIndexReader(join(root, '.pinakes', 'index.db'), { vectorTier })
  const { dim } = BENCH_MODEL
  return async (n) => {
    const query = vectors.subarray(n * dim, (n + 1) * dim)
    const hits = reader.snapshot(() => reader.vectorSearch(query, {}, HITS))
    return { rows: hits.map(({ chunkId }) => chunkId - 1), scores: hits.map(({ cosine }) => cosine) }
  }
}

/** Everything `pnk search` does once it runs, without reranking; the paths of passages do not interest here. */
async function wholeSearch(): Promise<(n: number) => Promise<Hits>> {
  const kb = await openKb(root, { embedder: benchEmbedder(questions, vectors) })
  return async (n) => {
    await kb.search(questions[n] ?? '')
    return { rows: [], scores: [] }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [first = 0, count = 0] = line.split(' ').map(Number)
  const batch = { ms: [] as number[], hits: [] as Hits[] }
  for (let n = first; n < first + count; n++) {
    const started = performance.now()
    batch.hits.push(await ask(n))
    batch.ms.push(performance.now() - started)
  }
  console.log(JSON.stringify(batch))
}
process.exit()
