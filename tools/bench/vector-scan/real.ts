/**
 * The int8 search against the exact one on vectors of real texts and questions:
 *
 *     node_modules/.bin/tsx tools/bench/vector-scan/real.ts FOLDER…   # collections, as tools/bench/ir reads them
 *
 * Embeds with the built-in model. Prints how many float32 vectors a search read for its 50 hits, and in how many
 * queries hits, scores and order were the same; exits 1 if not in all.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { defaultProviders, type Embedder } from '@pinakes/embed'
import { codeRows, createCodeScan, createFloat32Scan, type ScanHit, searchCodes } from '@pinakes/index'
import { readCollection } from '../ir/trec.js'

const HITS = 50

/** The vectors of `texts`, row-major. */
async function embedAll(embedder: Embedder, texts: readonly string[], role: 'query' | 'passage') {
  const { dim } = embedder.info()
  const vectors = new Float32Array(texts.length * dim)
  for (let at = 0; at < texts.length; at += 256) {
    vectors.set(await embedder.embed(texts.slice(at, at + 256), role), at * dim)
  }
  return vectors
}

async function measure(folder: string, embedder: Embedder) {
  const { name, docsDir, files, queries } = readCollection(folder)
  const { dim } = embedder.info()
  const vectors = await embedAll(
    embedder,
    files.map((file) => readFileSync(join(docsDir, file), 'utf8')),
    'passage',
  )
  const asked = await embedAll(
    embedder,
    queries.map(({ text }) => text),
    'query',
  )
  const exact = createFloat32Scan({ dim, capacity: files.length })
  exact.vectors.set(vectors)
  exact.rows = files.length
  const codes = createCodeScan({ dim, capacity: files.length })
  codeRows(vectors, dim, codes, 0)
  codes.rows = files.length
  const read: number[] = []
  let same = 0
  for (let n = 0; n < queries.length; n++) {
    const query = asked.subarray(n * dim, (n + 1) * dim)
    let rowsRead = 0
    const exactScores = (rows: readonly number[]): ScanHit[] => {
      rowsRead += rows.length
      const few = createFloat32Scan({ dim, capacity: rows.length })
      for (const [i, row] of rows.entries())
        few.vectors.set(vectors.subarray(row * dim, (row + 1) * dim), i * dim)
      few.rows = rows.length
      return few.topK(query, rows.length).map(({ row, score }) => ({ row: rows[row] ?? -1, score }))
    }
    const expected = exact.topK(query, HITS).filter(({ score }) => score > 0)
    if (isDeepStrictEqual(searchCodes(codes, query, { k: HITS, exact: exactScores }), expected)) same++
    read.push(rowsRead)
  }
  read.sort((a, b) => a - b)
  const [median, most] = [read[read.length >> 1], read.at(-1)]
  console.log(
    `${name}: ${files.length} x ${dim}; read for ${HITS} hits: median ${median}, at most ${most}; the same in ${same} of ${queries.length} queries`,
  )
  if (same < queries.length) process.exitCode = 1
}

const embedder = await defaultProviders().loadEmbedder('static', {
  model: 'pinakes/static-en',
  revision: null,
  dim: 256,
  offline: true,
})
for (const folder of process.argv.slice(2)) await measure(folder, embedder)
await embedder.close()
