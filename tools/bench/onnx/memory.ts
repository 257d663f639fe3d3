/**
 * The resident memory of one process over many embeddings:
 *
 *   node --expose-gc node_modules/.bin/tsx tools/bench/onnx/memory.ts [--count 20000] [--batch 200] [--home .models]
 *
 * Texts are beginnings of real passages, of 4 to `--words` words. Prints the curve and, as its last line, how much the
 * second half grew.
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
const passages = realPassages(5000, () => true)

function textAt(index: number): string {
  const words = (passages[index % passages.length] ?? '').split(/\s+/)
  return words
    .slice(0, 4 + (index % (Number(values.words) - 3)))
    .join(' ')
    .slice(0, 400)
}

const curve: number[] = []
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
await embedder.close()
const middle = curve[curve.length >> 1] ?? 0
console.log(`second half: ${((curve.at(-1) ?? 0) - middle).toFixed(1)} MiB more than at its start`)
