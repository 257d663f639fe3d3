import { EmbedError } from '../errors.js'
import { type LocatedModel, locateModel } from '../model-files.js'
import { transformerFiles } from '../profile/model-files.js'
import { type ModelName, parseModelName } from '../profile/model-name.js'
import { type SequenceTemplates, sequenceTemplates } from '../tokenize/sequence-template.js'
import { type TextTokenizer, textTokenizer } from '../tokenize/text-tokenizer.js'
import { readTokenizerJson, type TokenizerJson } from '../tokenize/tokenizer-json.js'
import { damagedFile } from '../weights/damaged-file.js'
import { graphFault } from '../weights/graph-fault.js'
import { fileChecksum, recordedChecksum } from '../weights/weights-checksum.js'
import type { ModelRuntime } from './model-runtime.js'

/** Opens a graph for one kind of model; each runtime brings its own. */
export type OpenRuntime = (located: LocatedModel) => Promise<ModelRuntime>

/** A model as its files give it. */
export interface OpenedModel {
  readonly name: ModelName
  readonly located: LocatedModel
  readonly runtime: ModelRuntime
  readonly tokenizer: TextTokenizer
  readonly templates: SequenceTemplates
  readonly padId: number
  /** SHA-256 of the graph file, lowercase hex. */
  readonly checksum: string
}

export interface OpenModelRequest {
  readonly model: string
  readonly revision: string | null
  readonly offline: boolean
}

/**
 * Finds the model's files, reads its tokenizer and opens its graph. The caller closes the runtime.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN`, `EMBED_MODEL_MISSING`, `EMBED_MODEL_DAMAGED`, `EMBED_MODEL_UNSUPPORTED`
 */
export async function openModel(request: OpenModelRequest, open: OpenRuntime): Promise<OpenedModel> {
  const name = parseModelName(request.model)
  const files = transformerFiles(name.precision)
  const located = await locateModel({ ...request, model: name.repo, pull: request.model, files })
  const graph = located.files.graph ?? ''
  const fault = graphFault(graph)
  if (fault !== null) throw damagedFile({ path: graph, model: request.model, fault })
  const data = readTokenizerJson(located.files.tokenizer ?? '', name.repo)
  const tokenizer = await describedTokenizer(data, name.repo)
  const runtime = await open(located).catch(async (error) => {
    throw await unreadableGraph(graph, request.model, error)
  })
  return {
    name,
    located,
    runtime,
    tokenizer,
    templates: sequenceTemplates(data.post_processor),
    padId: padIdOf(data),
    checksum: recordedChecksum(graph) ?? (await fileChecksum(graph)),
  }
}

async function describedTokenizer(data: TokenizerJson, model: string): Promise<TextTokenizer> {
  try {
    return await textTokenizer(data)
  } catch (cause) {
    throw new EmbedError({
      code: 'EMBED_MODEL_UNSUPPORTED',
      message: `The tokenizer of ${model} is of an unknown kind: ${cause instanceof Error ? cause.message : cause}`,
      remedy: 'Name another model in pinakes.toml, for example BAAI/bge-small-en-v1.5.',
      details: { model },
      cause,
    })
  }
}

/** The file's own name tells whether it is whole; a whole one is of a kind that the runtime does not run. */
async function unreadableGraph(path: string, model: string, cause: unknown): Promise<EmbedError> {
  if (cause instanceof EmbedError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  const recorded = recordedChecksum(path)
  const found = recorded === null ? null : await fileChecksum(path)
  if (recorded === null || recorded !== found) {
    const fault = recorded === null ? reason : `its SHA-256 should be ${recorded} and is ${found}`
    return damagedFile({ path, model, fault, cause })
  }
  return new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `The model runtime cannot run ${path}, whose bytes are as published: ${reason}`,
    remedy: 'Update the runtime, or name another model in pinakes.toml.',
    details: { model, path },
    cause,
  })
}

/** RoBERTa-type graphs tell padding by its id, so it has to be the right one. */
function padIdOf({ padding, added_tokens = [] }: TokenizerJson): number {
  const named = added_tokens.find(({ content }) => content === '[PAD]' || content === '<pad>')
  return named?.id ?? padding?.pad_id ?? 0
}
