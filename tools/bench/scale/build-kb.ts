import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createIndex } from '@pinakes/index'
import { chunkTexts, documentOf, madeUpProse } from '../index-write/documents.js'
import { BENCH_MODEL, QUERIES } from './bench-model.js'
import { madeUpVectors } from './made-up-vectors.js'

/** Documents that are committed together, as many as a sync commits. */
const BATCH = 100

/** A knowledge base without documents on disk, its vectors and queries once more as plain files. */
export interface ScaleKb {
  readonly root: string
  readonly index: string
  readonly vectors: string
  readonly queries: string
  readonly questions: string
  readonly indexBytes: number
}

/** The knowledge base of so many chunks below `folder`: the one that is there, or a new one. */
export function scaleKb(folder: string, chunks: number): ScaleKb {
  const root = join(folder, `kb-${chunks}`)
  const kb = {
    root,
    index: join(root, '.pinakes', 'index.db'),
    vectors: join(root, 'vectors.f32'),
    queries: join(root, 'queries.f32'),
    questions: join(root, 'questions.json'),
  }
  if (!existsSync(kb.questions)) build(kb, chunks)
  return { ...kb, indexBytes: statSync(kb.index).size }
}

function build(kb: Omit<ScaleKb, 'indexBytes'>, chunks: number): void {
  rmSync(kb.root, { recursive: true, force: true })
  mkdirSync(kb.root, { recursive: true })
  const { provider, model, dim } = BENCH_MODEL
  writeFileSync(
    join(kb.root, 'pinakes.toml'),
    `[kb]\nname = "scale"\nid = "01JV3K2H8M5Q9T1X4Z7B0D3F6G"\n[sources]\n[embedding]\nprovider = "${provider}"\nmodel = "${model}"\ndim = ${dim}\n[retrieval]\nrerank = "none"\n`,
  )
  const vectors = madeUpVectors(dim)
  const prose = madeUpProse()
  writeIndex(kb, chunks, { vectors, prose })
  writeFileSync(kb.queries, vectors.queries(QUERIES))
  const questions = Array.from({ length: QUERIES }, () =>
    Array.from({ length: 4 }, () => prose.word(0.99)).join(' '),
  )
  writeFileSync(kb.questions, JSON.stringify(questions))
}

interface Sources {
  readonly vectors: ReturnType<typeof madeUpVectors>
  readonly prose: ReturnType<typeof madeUpProse>
}

function writeIndex(kb: Omit<ScaleKb, 'indexBytes'>, chunks: number, { vectors, prose }: Sources): void {
  const index = createIndex(kb.index, {
    identity: {
      embedding: BENCH_MODEL,
      chunking: { headings: 'none', metadata: 'off', maxTokens: 400, overlap: 40 },
    },
  })
  const file = openSync(kb.vectors, 'w')
  let written = 0
  for (let n = 0; written < chunks; ) {
    index.inTransaction(() => {
      for (let i = 0; i < BATCH && written < chunks; i++, n++) {
        const texts = chunkTexts(prose.document()).slice(0, chunks - written)
        const of = vectors.document(texts.length)
        index.putDocument(documentOf(n, texts, of))
        writeSync(file, of)
        written += texts.length
      }
    })
  }
  index.setMeta({ build_state: 'complete', build_id: '01JV3M0000000000000000BVJD' })
  index.checkpoint()
  index.close()
  closeSync(file)
}
