import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chunk, DocumentWrite } from '@pinakes/index'
import type { DocUlid } from '@pinakes/manifest'
import { seededRandom } from '../../../packages/retrieve/src/eval/seeded-random.js'

/** Characters of a document, and of a chunk of it, about. */
const DOCUMENT_LENGTH = 5000
const CHUNK_LENGTH = 330

/** Made-up prose: words of a vocabulary of 30,000 by Zipf's law, sentences, paragraphs. */
export interface MadeUpProse {
  /** The text of another document. */
  document(): string
  /** Another word; of the rarest `share` of the vocabulary. */
  word(share?: number): string
}

export function madeUpTexts(count: number): string[] {
  const prose = madeUpProse()
  return Array.from({ length: count }, () => prose.document())
}

/** The same prose each time. */
export function madeUpProse(): MadeUpProse {
  const random = seededRandom(7)
  const letters = 'etaoinshrdlucmfwypvbgk'
  const word = () =>
    Array.from({ length: 2 + random() * 9 }, () => letters[(random() ** 1.6 * 22) | 0]).join('')
  const vocabulary = Array.from({ length: 30_000 }, word)
  const pick = () => vocabulary[Math.floor(30_000 ** random()) - 1] ?? 'the'
  return {
    document() {
      let text = `# ${pick()} ${pick()}\n`
      while (text.length < DOCUMENT_LENGTH) {
        const end = random() < 0.25 ? '.\n\n' : '. '
        text += Array.from({ length: 6 + random() * 14 }, pick).join(' ') + end
      }
      return text
    },
    word: (share = 1) => vocabulary[Math.floor(30_000 * (1 - share * random()))] ?? 'the',
  }
}

/** The Markdown files below `folder`, in pieces of a document's length. */
export function textsBelow(folder: string, count: number): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  const texts = files
    .sort()
    .flatMap((name) => pieces(readFileSync(join(folder, name), 'utf8'), DOCUMENT_LENGTH))
  if (texts.length < count)
    throw new Error(`${folder} has Markdown for ${texts.length} documents of ${count}`)
  return texts.slice(0, count)
}

function pieces(text: string, length: number): string[] {
  return Array.from({ length: Math.floor(text.length / length) }, (_, i) =>
    text.slice(i * length, (i + 1) * length),
  )
}

/** Paragraphs, gathered until they have a chunk's length. */
export function chunkTexts(text: string): string[] {
  const chunks: string[] = []
  let open = ''
  for (const paragraph of text.split(/\n\s*\n/)) {
    open += open === '' ? paragraph : `\n\n${paragraph}`
    if (open.length < CHUNK_LENGTH) continue
    chunks.push(open)
    open = ''
  }
  return open.trim() === '' ? chunks : [...chunks, open]
}

/** A document as a sync would write it, with random unit vectors. */
export function documentWrite(n: number, text: string, dim: number): DocumentWrite {
  const texts = chunkTexts(text)
  return documentOf(n, texts, unitVectors(texts.length, dim, n))
}

/** The `n`-th document, of these chunks with these vectors. */
export function documentOf(n: number, texts: readonly string[], vectors: Float32Array): DocumentWrite {
  return {
    document: {
      id: `01J${String(n).padStart(23, '0')}` as DocUlid,
      path: `docs/${n % 40}/document-${n}.md`,
      contentHash: `sha256:${String(n).padStart(64, '0')}`,
      sidecarHash: null,
      mtime: 1.75e9 + n,
      sourceType: 'markdown',
      title: `Document ${n}`,
      metadata: '{}',
      state: 'active',
      extractionBackend: null,
      extractionFingerprint: null,
    },
    chunks: texts.map(chunkOf),
    vectors,
    links: [],
  }
}

function chunkOf(text: string, ordinal: number): Chunk {
  return {
    ordinal,
    text,
    charStart: ordinal * CHUNK_LENGTH,
    charEnd: ordinal * CHUNK_LENGTH + text.length,
    tokenCount: Math.ceil(text.length / 4),
    headingPath: 'Heading',
    unnumberedHeadingPath: 'Heading',
    pageStart: null,
    pageEnd: null,
  }
}

function unitVectors(count: number, dim: number, seed: number): Float32Array {
  const random = seededRandom(seed)
  const vectors = new Float32Array(count * dim)
  for (let row = 0; row < count; row++) {
    const vector = vectors.subarray(row * dim, (row + 1) * dim)
    for (let i = 0; i < dim; i++) vector[i] = random() - 0.5
    const norm = Math.hypot(...vector)
    for (let i = 0; i < dim; i++) vector[i] = (vector[i] ?? 0) / norm
  }
  return vectors
}
