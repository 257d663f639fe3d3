import { parseArgs } from 'node:util'

/** A model as the command line names it. */
export interface ModelChoice {
  readonly provider: string
  readonly model: string
  /** 0 for a reranker. */
  readonly dim: number
  readonly revision: string | null
}

export interface BenchOptions {
  readonly collections: readonly string[]
  readonly embedders: readonly ModelChoice[]
  readonly reranker: ModelChoice | null
  readonly work: string | null
  readonly depth: number
  /** `[chunking] max_tokens`; null: the default, which a model with a short window refuses. */
  readonly maxTokens: number | null
  readonly json: boolean
}

/** What `pnk init` stamps. */
const DEFAULT_EMBEDDER = 'static:pinakes/static-en:256'

export const USAGE =
  'usage: run.ts [--embedder provider:model:dim[:revision]]... [--rerank provider:model] [--work DIR] [--depth N] [--max-tokens N] [--json] COLLECTION...'

/** The options of a command line. Throws with a message for people. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      embedder: { type: 'string', multiple: true, default: [DEFAULT_EMBEDDER] },
      rerank: { type: 'string' },
      work: { type: 'string' },
      depth: { type: 'string', default: '200' },
      'max-tokens': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0) throw new Error(USAGE)
  const maxTokens = values['max-tokens']
  return {
    collections: positionals,
    embedders: values.embedder.map(readEmbedder),
    reranker: values.rerank === undefined ? null : readReranker(values.rerank),
    work: values.work ?? null,
    depth: readInteger('--depth', values.depth, 100),
    maxTokens: maxTokens === undefined ? null : readInteger('--max-tokens', maxTokens, 1),
    json: values.json,
  }
}

function readInteger(option: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new Error(`${option} must be an integer of at least ${least}, found ${text}`)
}

function readEmbedder(text: string): ModelChoice {
  // A model's name may end in `:int8`.
  const [, provider, model, dim, revision = null] =
    /^([^:]+):([^:]+(?::int8)?):([1-9]\d*)(?::([^:]+))?$/.exec(text) ?? []
  if (provider !== undefined && model !== undefined) return { provider, model, dim: Number(dim), revision }
  throw new Error(`--embedder ${text}: expected provider:model:dim[:revision]`)
}

function readReranker(text: string): ModelChoice {
  const [, provider, model, revision = null] = /^([^:]+):([^:]+(?::int8)?)(?::([^:]+))?$/.exec(text) ?? []
  if (provider !== undefined && model !== undefined) return { provider, model, dim: 0, revision }
  throw new Error(`--rerank ${text}: expected provider:model[:revision]`)
}
