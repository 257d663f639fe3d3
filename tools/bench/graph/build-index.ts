import { type Chunk, createIndex, type LinkRow } from '@pinakes/index'
import type { KbUlid } from '@pinakes/manifest'
import { seededRandom } from '../../../packages/retrieve/src/eval/seeded-random.js'
import { documentOf, madeUpProse } from '../index-write/documents.js'
import { BENCH_MODEL } from '../scale/bench-model.js'
import { madeUpVectors } from '../scale/made-up-vectors.js'

export const BENCH_KB = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as KbUlid

/** Chunks of a document, about: what the realism corpus has. */
const CHUNKS = 86
const BATCH = 50

/**
 * An index of about `chunks` chunks at `path` as a sync leaves it, without a graph: documents in 40 folders, each a tree
 * of headings three levels deep, two of 60 tags, and a link or two to other documents. `dim` wide vectors; queries about
 * the first documents come back.
 */
export function buildIndex(path: string, chunks: number, queries: number): Float32Array {
  const random = seededRandom(5)
  const prose = madeUpProse()
  const vectors = madeUpVectors(BENCH_MODEL.dim)
  const documents = Math.max(1, Math.round(chunks / CHUNKS))
  const index = createIndex(path, {
    identity: {
      embedding: BENCH_MODEL,
      chunking: { headings: 'none', metadata: 'off', maxTokens: 400, overlap: 40 },
    },
  })
  const words = (count: number) => Array.from({ length: count }, () => prose.word()).join(' ')
  for (let n = 0; n < documents; ) {
    index.inTransaction(() => {
      for (let i = 0; i < BATCH && n < documents; i++, n++) {
        const count = Math.round(CHUNKS * (0.3 + 1.4 * random()))
        const texts = Array.from({ length: count }, () => words(20))
        const write = documentOf(n, texts, vectors.document(count))
        const tags = [0, 1].map(() => `tag ${Math.floor(60 * random() ** 2)}`)
        index.putDocument({
          ...write,
          document: { ...write.document, metadata: JSON.stringify({ tags }) },
          chunks: withHeadings(write.chunks, random),
          links: linksOf(write.document.id, { documents, random }),
        })
      }
    })
  }
  index.setMeta({ build_state: 'complete', build_id: '01JV3M0000000000000000BVJD' })
  index.close()
  return vectors.queries(queries)
}

/** A new section every three chunks or so, at a level of 1 to 3. */
function withHeadings(chunks: readonly Chunk[], random: () => number): Chunk[] {
  const stack = ['Title']
  let sections = 0
  return chunks.map((chunk) => {
    if (random() < 0.35) {
      stack.length = Math.min(stack.length, Math.floor(3 * random()) + 1)
      stack.push(`Section ${++sections}`)
    }
    const headingPath = stack.join(' > ')
    return { ...chunk, headingPath, unnumberedHeadingPath: headingPath }
  })
}

function linksOf(id: string, of: { readonly documents: number; readonly random: () => number }): LinkRow[] {
  return ['cites', 'answers'].slice(0, Math.floor(3 * of.random())).map((rel) => ({
    srcKbId: BENCH_KB,
    srcDocId: id as LinkRow['srcDocId'],
    dstKbId: BENCH_KB,
    dstDocId: `01J${String(Math.floor(of.random() * of.documents)).padStart(23, '0')}` as LinkRow['dstDocId'],
    rel,
    origin: 'sidecar',
  }))
}
