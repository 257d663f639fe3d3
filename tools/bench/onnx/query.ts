/**
 * What a warm question costs over the bare run of the graph:
 *
 *   node_modules/.bin/tsx tools/bench/onnx/query.ts [--rounds 200] [--home .models]
 *
 * `embed` (tokenise, run, pool, normalise) and a run of the same session library on tensors made beforehand take turns;
 * medians are compared.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openModel } from '../../../packages/embed/src/encode/open-model.js'
import { fillTemplate, padBatch } from '../../../packages/embed/src/encode/token-batch.js'
import { defaultProviders } from '../../../packages/embed/src/load-embedder.js'
import { openOnnxEncoder } from '../../../packages/embed/src/onnx/onnx-runtime.js'
import { sessionOptions } from '../../../packages/embed/src/onnx/threads.js'
import { median, quantile } from './statistics.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    home: { type: 'string', default: fileURLToPath(new URL('../../../.models', import.meta.url)) },
  },
})
process.env.HF_HOME = values.home
// The runtime is a development dependency of the package that is measured.
const embedPackage = createRequire(new URL('../../../packages/embed/package.json', import.meta.url))
const onnx: Onnx = embedPackage('onnxruntime-node')

interface Onnx {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => object
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> }
}

interface Session {
  run(feeds: Readonly<Record<string, object>>, fetches: readonly string[]): Promise<unknown>
  release(): Promise<void>
}

const QUERIES = [
  'who keeps the lighthouse',
  'How is a transaction priced when blobs are full, and who pays for it?',
  'What does the specification say about the maximum size of a contract that can be deployed?',
]
const request = { model: 'BAAI/bge-small-en-v1.5', revision: null, offline: true }
const opened = await openModel(request, openOnnxEncoder)
const session = await onnx.InferenceSession.create(opened.located.files.graph ?? '', sessionOptions())
const embedder = await defaultProviders().loadEmbedder('onnx', { ...request, dim: 384 })

function bareFeeds(query: string) {
  const sequence = fillTemplate(opened.templates.single, { A: opened.tokenizer.encode(query) })
  const batch = padBatch([sequence], opened.padId)
  const tensor = (data: BigInt64Array) => new onnx.Tensor('int64', data, [1, batch.columns])
  const feeds = {
    input_ids: tensor(batch.inputIds),
    attention_mask: tensor(batch.attentionMask),
    token_type_ids: tensor(batch.tokenTypeIds),
  }
  return { feeds, tokens: batch.columns }
}

for (const query of QUERIES) {
  const { feeds, tokens } = bareFeeds(query)
  const ours: number[] = []
  const bare: number[] = []
  const timed = async (times: number[], run: () => Promise<unknown>) => {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    const first = () => timed(ours, () => embedder.embed([query], 'query'))
    const second = () => timed(bare, () => session.run(feeds, ['last_hidden_state']))
    // Neither side always follows the other.
    await (round % 2 === 0 ? first() : second())
    await (round % 2 === 0 ? second() : first())
  }
  console.log(
    `${tokens} tokens: embed ${median(ours).toFixed(2)} ms, bare run ${median(bare).toFixed(2)} ms, ` +
      `ratio ${(median(ours) / median(bare)).toFixed(3)} (fastest tenth ${(quantile(ours, 0.1) / quantile(bare, 0.1)).toFixed(3)})`,
  )
}
await session.release()
await embedder.close()
