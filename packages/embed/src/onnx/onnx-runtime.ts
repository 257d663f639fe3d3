import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { importRuntime } from '../encode/import-runtime.js'
import {
  LOGITS,
  type ModelOutput,
  type ModelRuntime,
  TOKEN_STATES,
  type WantedOutput,
} from '../encode/model-runtime.js'
import type { OpenRuntime } from '../encode/open-model.js'
import { runFailed } from '../encode/run-failed.js'
import type { TokenBatch } from '../encode/token-batch.js'
import { EmbedError } from '../errors.js'
import { sessionOptions } from './threads.js'

type Onnx = typeof import('onnxruntime-node')

/** Opens an encoder's graph in ONNX Runtime. */
export const openOnnxEncoder: OpenRuntime = ({ files }) => openOnnxRuntime(files.graph ?? '', TOKEN_STATES)

/** Opens a cross-encoder's graph in ONNX Runtime. */
export const openOnnxCrossEncoder: OpenRuntime = ({ files }) => openOnnxRuntime(files.graph ?? '', LOGITS)

/**
 * The graph at `path` in ONNX Runtime, on the CPU. `onnxruntime-node` is imported here and not before.
 * @throws whatever the runtime throws for a file that it cannot read
 */
async function openOnnxRuntime(path: string, wanted: WantedOutput): Promise<ModelRuntime> {
  const onnx = await importRuntime('onnxruntime-node', () => import('onnxruntime-node'))
  const session = await onnx.InferenceSession.create(path, {
    executionProviders: ['cpu'],
    ...sessionOptions(),
  })
  return new OnnxRuntime(onnx, session, wanted)
}

class OnnxRuntime implements ModelRuntime {
  readonly #onnx: Onnx
  readonly #session: InferenceSession
  readonly #output: string

  constructor(onnx: Onnx, session: InferenceSession, wanted: WantedOutput) {
    this.#onnx = onnx
    this.#session = session
    this.#output = outputName(session, wanted)
  }

  async run<Result>(batch: TokenBatch, read: (output: ModelOutput) => Result): Promise<Result> {
    const feeds = this.#feeds(batch)
    try {
      const outputs = await this.#session.run(feeds, [this.#output])
      const output = outputs[this.#output]
      try {
        return read(floats(output))
      } finally {
        output?.dispose()
      }
    } catch (error) {
      throw runFailed(error)
    } finally {
      for (const tensor of Object.values(feeds)) tensor.dispose()
    }
  }

  async close(): Promise<void> {
    await this.#session.release()
  }

  /** The inputs that the graph takes, of those that a BERT-type model can have. */
  #feeds(batch: TokenBatch): Record<string, Tensor> {
    const data: Readonly<Record<string, BigInt64Array>> = {
      input_ids: batch.inputIds,
      attention_mask: batch.attentionMask,
      token_type_ids: batch.tokenTypeIds,
    }
    const feeds: Record<string, Tensor> = {}
    for (const name of this.#session.inputNames) {
      const values = data[name]
      if (values === undefined) throw unknownInput(name)
      feeds[name] = new this.#onnx.Tensor('int64', values, [batch.rows, batch.columns])
    }
    return feeds
  }
}

/** Runtimes before 1.22 do not tell an output's axes: then the first one is taken. */
function outputName(session: InferenceSession, { names, axes }: WantedOutput): string {
  const { outputNames, outputMetadata = [] } = session
  const named = names.find((name) => outputNames.includes(name))
  const shaped = outputMetadata.find((output) => output.isTensor && output.shape.length === axes)
  const name = named ?? shaped?.name ?? outputNames[0]
  if (name === undefined) throw noOutput()
  return name
}

function floats(tensor: Tensor | undefined): ModelOutput {
  if (tensor?.type === 'float32') return { data: tensor.data as Float32Array, dims: tensor.dims }
  throw new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `The model's output is of type ${tensor?.type ?? 'none'}; expected float32`,
    remedy: 'Use the float32 or int8 weights of the model.',
  })
}

function noOutput(): EmbedError {
  return new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: 'The graph has no output',
    remedy: 'Name another model in pinakes.toml.',
  })
}

function unknownInput(name: string): EmbedError {
  return new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `The graph wants an input ${JSON.stringify(name)}; supported are input_ids, attention_mask, token_type_ids`,
    remedy: 'Name a BERT-type sentence encoder or cross-encoder in pinakes.toml.',
    details: { input: name },
  })
}
