import { basename, dirname, parse, relative, sep } from 'node:path'
import { importRuntime } from '../encode/import-runtime.js'
import type { ModelOutput, ModelRuntime, WantedOutput } from '../encode/model-runtime.js'
import { runFailed } from '../encode/run-failed.js'
import type { TokenBatch } from '../encode/token-batch.js'
import { EmbedError } from '../errors.js'
import type { LocatedModel } from '../model-files.js'
import { sessionOptions } from '../onnx/threads.js'
import type { TransformersModel, TransformersModule, TransformersTensor } from './transformers-module.js'

/** Which loader of the library, and where the wanted numbers stand in what its models give. */
export interface TransformersKind {
  readonly loader: 'AutoModel' | 'AutoModelForSequenceClassification'
  readonly output: WantedOutput
}

/**
 * The model in transformers.js, from files already on disk: the library is given no chance to download. It is imported
 * here and not before; `name` is the package that has it.
 */
export async function openTransformersRuntime(
  name: string,
  located: LocatedModel,
  kind: TransformersKind,
): Promise<ModelRuntime> {
  const library = await importRuntime<TransformersModule>(name, () => import(name))
  const model = await library[kind.loader].from_pretrained(placeOf(library, located.folder), {
    local_files_only: true,
    ...graphOptions(located),
    session_options: sessionOptions(),
  })
  return new TransformersRuntime(library, model, kind.output)
}

class TransformersRuntime implements ModelRuntime {
  readonly #library: TransformersModule
  readonly #model: TransformersModel
  readonly #wanted: WantedOutput

  constructor(library: TransformersModule, model: TransformersModel, wanted: WantedOutput) {
    this.#library = library
    this.#model = model
    this.#wanted = wanted
  }

  async run<Result>(batch: TokenBatch, read: (output: ModelOutput) => Result): Promise<Result> {
    const dims = [batch.rows, batch.columns]
    const tensor = (data: BigInt64Array) => new this.#library.Tensor('int64', data, dims)
    const inputs = {
      input_ids: tensor(batch.inputIds),
      attention_mask: tensor(batch.attentionMask),
      token_type_ids: tensor(batch.tokenTypeIds),
    }
    try {
      const outputs = await this.#model(inputs)
      try {
        return read(pick(outputs, this.#wanted))
      } finally {
        for (const output of Object.values(outputs)) output.dispose?.()
      }
    } catch (error) {
      throw runFailed(error)
    } finally {
      for (const input of Object.values(inputs)) input.dispose?.()
    }
  }

  async close(): Promise<void> {
    await this.#model.dispose()
  }
}

function pick(outputs: Readonly<Record<string, TransformersTensor>>, wanted: WantedOutput): ModelOutput {
  const named = wanted.names.map((name) => outputs[name]).find((output) => output !== undefined)
  const output = named ?? Object.values(outputs).find(({ dims }) => dims.length === wanted.axes)
  if (output?.data instanceof Float32Array) return { data: output.data, dims: output.dims }
  throw new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `The model gives ${Object.keys(outputs).join(', ')}; expected float32 ${wanted.names.join(' or ')}`,
    remedy: 'Name a BERT-type sentence encoder or cross-encoder in pinakes.toml.',
  })
}

/** A folder as the library takes it: as it is from version 4 on, before that from the root that it is told. */
function placeOf({ env }: TransformersModule, folder: string): string {
  if (Number.parseInt(env.version, 10) >= 4) return folder
  const { root } = parse(folder)
  env.localModelPath = root
  return relative(root, folder).split(sep).join('/')
}

/** The graph file by the options of both packages: neither may guess a name or another precision. */
function graphOptions({ files, folder }: LocatedModel): Readonly<Record<string, unknown>> {
  const graph = files.graph ?? ''
  return {
    dtype: 'fp32',
    quantized: false,
    device: 'cpu',
    subfolder: relative(folder, dirname(graph)),
    model_file_name: basename(graph, '.onnx'),
    use_external_data_format: files.graphData !== undefined,
  }
}
