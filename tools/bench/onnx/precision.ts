/**
 * How much faster eight-bit weights embed than float32 ones, and how near their vectors are:
 *
 *   node_modules/.bin/tsx tools/bench/onnx/precision.ts [--passages 400] [--slice 50] [--home .models]
 *
 * Both take turns over slices of real passages; the ratio is the median over the slices, above 1 when int8 is faster.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultProviders } from '../../../packages/embed/src/load-embedder.js'
import { realPassages } from './passages.js'
import { median, quantile } from './statistics.js'

const { values } = parseArgs({
  options: {
    passages: { type: 'string', default: '400' },
    slice: { type: 'string', default: '50' },
    home: { type: 'string', default: fileURLToPath(new URL('../../../.models', import.meta.url)) },
  },
})
process.env.HF_HOME = values.home

const load = (model: string) =>
  defaultProviders().loadEmbedder('onnx', { model, revision: null, dim: 384, offline: true })
const float = await load('BAAI/bge-small-en-v1.5')
const int8 = await load('BAAI/bge-small-en-v1.5:int8')
const passages = realPassages(Number(values.passages), (text) => float.countTokens(text) <= 510)
await Promise.all([float, int8].map((embedder) => embedder.embed(passages.slice(0, 8), 'passage')))

const ratios: number[] = []
const cosines: number[] = []
const size = Number(values.slice)
for (let start = 0; start < passages.length; start += size) {
  const slice = passages.slice(start, start + size)
  const began = performance.now()
  const exact = await float.embed(slice, 'passage')
  const middle = performance.now()
  const rounded = await int8.embed(slice, 'passage')
  ratios.push((middle - began) / (performance.now() - middle))
  for (let row = 0; row < slice.length; row++)
    cosines.push(
      exact
        .subarray(384 * row, 384 * (row + 1))
        .reduce((sum, x, i) => sum + x * (rounded[384 * row + i] ?? 0), 0),
    )
}
await Promise.all([float.close(), int8.close()])
console.log(
  `int8 over float32: ${median(ratios).toFixed(2)} times as fast; ` +
    `cosine ${median(cosines).toFixed(4)} in the median, ${quantile(cosines, 0).toFixed(4)} at least`,
)
