/**
 * How fast the provider `onnx` embeds real passages, against ONNX Runtime in Python with the same graph:
 *
 *   node_modules/.bin/tsx tools/bench/onnx/throughput.ts [--model BAAI/bge-small-en-v1.5] [--passages 2000]
 *       [--slice 250] [--home .models] [--venv DIR] [--no-spin]
 *
 * Three ways take turns over slices of the passages, so that a busy machine slows all of them alike: `embed` as sync
 * calls it; Python over the same length-sorted batches; Python over batches of 32 in document order, as the Python
 * edition embeds. Times run from text to unit vector. Ratios are medians over the slices; above 1 means that ours is
 * faster. The vectors of both sides are compared too. Python runs with ONNX Runtime's defaults; with `--no-spin` its idle
 * threads sleep, as ours do on a busy machine.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BATCH_LIMITS } from '../../../packages/embed/src/encode/load-encoder.js'
import { batchLimits, planBatches } from '../../../packages/embed/src/encode/plan-batches.js'
import { defaultProviders } from '../../../packages/embed/src/load-embedder.js'
import { locateModel } from '../../../packages/embed/src/model-files.js'
import { operatorThreads } from '../../../packages/embed/src/onnx/threads.js'
import { transformerFiles } from '../../../packages/embed/src/profile/model-files.js'
import { parseModelName } from '../../../packages/embed/src/profile/model-name.js'
import { realPassages } from './passages.js'
import { pythonWithReference, startReference } from './reference.js'
import { median } from './statistics.js'

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'BAAI/bge-small-en-v1.5' },
    passages: { type: 'string', default: '2000' },
    slice: { type: 'string', default: '250' },
    home: { type: 'string', default: fileURLToPath(new URL('../../../.models', import.meta.url)) },
    'no-spin': { type: 'boolean', default: false },
    venv: { type: 'string', default: join(tmpdir(), 'pinakes-bench-onnx') },
  },
})
process.env.HF_HOME = values.home

const request = { model: values.model, revision: null, offline: true }
const name = parseModelName(values.model)
const located = await locateModel({ ...request, model: name.repo, files: transformerFiles(name.precision) })
const embedder = await defaultProviders().loadEmbedder('onnx', { ...request, dim: 384 })
const { dim, maxSequenceLength } = embedder.info()
const passages = realPassages(
  Number(values.passages),
  (text) => embedder.countTokens(text) <= maxSequenceLength - 2,
)
const tokens = passages.map((text) => embedder.countTokens(text) + 2)

const python = startReference(pythonWithReference(values.venv), {
  graph: located.files.graph ?? '',
  tokenizer: located.files.tokenizer ?? '',
  threads: operatorThreads(),
  spins: !values['no-spin'],
})

function inBatches(texts: readonly string[], plan: readonly (readonly number[])[]): string[][] {
  return plan.map((indexes) => indexes.map((index) => texts[index] ?? ''))
}

const unsorted = (count: number): number[][] =>
  Array.from({ length: Math.ceil(count / 32) }, (_, i) =>
    Array.from({ length: Math.min(32, count - 32 * i) }, (__, at) => 32 * i + at),
  )

// Both sides run every shape of memory once before the clock starts.
const longest = [...passages.keys()].sort((a, b) => (tokens[b] ?? 0) - (tokens[a] ?? 0)).slice(0, 32)
const warm = longest.map((index) => passages[index] ?? '')
await embedder.embed(warm, 'passage')
await python.run([warm])

interface Took {
  readonly ms: number
  readonly cpu: number
}

const rows: { ours: Took; same: Took; unsorted: Took; tokens: number }[] = []
let worst = 0
const size = Number(values.slice)
for (let start = 0; start < passages.length; start += size) {
  const slice = passages.slice(start, start + size)
  const lengths = tokens.slice(start, start + size)
  const plan = planBatches(lengths, batchLimits(name.precision, BATCH_LIMITS))
  const used = process.cpuUsage()
  const began = performance.now()
  const vectors = await embedder.embed(slice, 'passage')
  const { user, system } = process.cpuUsage(used)
  const ours = { ms: performance.now() - began, cpu: (user + system) / 1000 }
  const same = await python.run(inBatches(slice, plan))
  const baseline = await python.run(inBatches(slice, unsorted(slice.length)))
  for (const [at, index] of plan.flat().entries())
    worst = Math.max(worst, Math.abs((vectors[index * dim] ?? 0) - (same.first[at] ?? 0)))
  rows.push({ ours, same, unsorted: baseline, tokens: lengths.reduce((sum, n) => sum + n, 0) })
  const took = [ours, same, baseline].map(({ ms, cpu }) => `${ms.toFixed(0)} (${cpu.toFixed(0)})`)
  console.error(
    `${start + slice.length}/${passages.length}: ${took.join('  ')} ms, of processors in brackets`,
  )
}
python.close()
await embedder.close()

const sum = (pick: (row: (typeof rows)[number]) => number) =>
  rows.reduce((total, row) => total + pick(row), 0)
type Side = 'ours' | 'same' | 'unsorted'
const perSecond = (side: Side) => ((passages.length * 1000) / sum((row) => row[side].ms)).toFixed(1)
const ratio = (side: Side, of: keyof Took) =>
  median(rows.map((row) => row[side][of] / row.ours[of])).toFixed(2)
const line = (label: string, side: Side) =>
  `${label.padEnd(32)} ${perSecond(side).padStart(7)} passages/s   ratio ${ratio(side, 'ms')}, of processor time ${ratio(side, 'cpu')}`
console.log(
  [
    `${values.model}, ${passages.length} passages of ${(sum((row) => row.tokens) / passages.length).toFixed(0)} tokens on average, ${operatorThreads()} threads, node ${process.version}`,
    line('ours', 'ours'),
    line('Python, same batches', 'same'),
    line('Python, unsorted batches of 32', 'unsorted'),
    `largest difference of a number: ${worst.toExponential(1)}`,
  ].join('\n'),
)
