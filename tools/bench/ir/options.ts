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
  readonly json: boolean
}

/** What `pnk init` stamps. */
const DEFAULT_EMBEDDER = 'static:pinakes/static-en:256'

export const USAGE =
  'usage: run.ts [--embedder provider:model:dim[:revision]]... [--rerank provider:model] [--work DIR] [--depth N] [--json] COLLECTION...'

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
      json: { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0) throw new Error(USAGE)
  const depth = Number(values.depth)
  if (!Number.isSafeInteger(depth) || depth < 100) {
    throw new Error(`--depth must be an integer of at least 100, for recall@100; found ${values.depth}`)
  }
  return {
    collections: positionals,
    embedders: values.embedder.map(readEmbedder),
    reranker: values.rerank === undefined ? null : readReranker(values.rerank),
    work: values.work ?? null,
    depth,
    json: values.json,
  }
}

function readEmbedder(text: string): ModelChoice {
  const [provider = '', model = '', dim = '', revision] = text.split(':')
  if (provider !== '' && model !== '' && /^[1-9]\d*$/.test(dim)) {
    return { provider, model, dim: Number(dim), revision: revision ?? null }
  }
  throw new Error(`--embedder ${text}: expected provider:model:dim[:revision]`)
}

function readReranker(text: string): ModelChoice {
  const [provider = '', model = '', revision] = text.split(':')
  if (provider === '' || model === '') throw new Error(`--rerank ${text}: expected provider:model[:revision]`)
  return { provider, model, dim: 0, revision: revision ?? null }
}
