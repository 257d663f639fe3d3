/**
 * The resident memory of one process over many embeddings:
 *
 *   node --expose-gc --import tsx tools/bench/onnx/memory.ts [--count 20000] [--batch 200] [--home .models]
 *
 * Texts are beginnings of real passages, of 4 to `--words` words, and every 25th is a whole passage, so that hardly two
 * batches have one shape. Prints the curve, the speed, and how much the second half grew.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultProviders } from '../../../packages/embed/src/load-embedder.js'
import { realPassages } from './passages.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    batch: { type: 'string', default: '200' },
    words: { type: 'string', default: '24' },
    home: { type: 'string', default: fileURLToPath(new URL('../../../.models', import.meta.url)) },
  },
})
process.env.HF_HOME = values.home
const count = Number(values.count)
const size = Number(values.batch)

const embedder = await defaultProviders().loadEmbedder('onnx', {
  model: 'BAAI/bge-small-en-v1.5',
  revision: null,
  dim: 384,
  offline: true,
})
const { maxSequenceLength } = embedder.info()
const passages = realPassages(5000, (text) => embedder.countTokens(text) <= maxSequenceLength - 2)

function textAt(index: number): string {
  const passage = passages[index % passages.length] ?? ''
  if (index % 25 === 0) return passage
  return passage
    .split(/\s+/)
    .slice(0, 4 + (index % (Number(values.words) - 3)))
    .join(' ')
    .slice(0, 400)
}

const curve: number[] = []
const began = performance.now()
for (let start = 0; start <= count; start += size) {
  if (start % (count / 20) === 0) {
    globalThis.gc?.()
    const megabytes = process.memoryUsage.rss() / 2 ** 20
    curve.push(megabytes)
    console.log(`${String(start).padStart(6)} embeddings: ${megabytes.toFixed(0).padStart(5)} MiB`)
  }
  if (start < count)
    await embedder.embed(
      Array.from({ length: size }, (_, i) => textAt(start + i)),
      'passage',
    )
}
const seconds = (performance.now() - began) / 1000
await embedder.close()
const middle = curve[curve.length >> 1] ?? 0
console.log(`${(count / seconds).toFixed(0)} embeddings a second`)
console.log(`second half: ${((curve.at(-1) ?? 0) - middle).toFixed(1)} MiB more than at its start`)
