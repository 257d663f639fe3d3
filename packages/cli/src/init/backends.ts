import { DEFAULT_STATIC_MODEL, DEFAULT_STATIC_RERANKER } from '@pinakes/embed'
import { quote } from '@pinakes/manifest'
import { InitError } from './init-error.js'

/** What a backend stamps into a new manifest. */
export interface InitBackend {
  readonly embedding: { readonly provider: string; readonly model: string; readonly dim: number }
  readonly rerank: { readonly mode: 'local' | 'none'; readonly provider: string; readonly model: string }
  /** About how many bytes `pnk models pull` brings for its embedder and its reranker; 0 for what comes along. */
  readonly fetched: { readonly embedding: number; readonly rerank: number }
  /** The backend that `init` names as the next step; null for those that are one. */
  readonly stepUp: InitBackend | null
}

const BGE_SMALL = { model: 'BAAI/bge-small-en-v1.5', dim: 384 }
const BGE_RERANKER = { mode: 'local', model: 'BAAI/bge-reranker-base' } as const
const BGE_BYTES = { embedding: 134e6, rerank: 1130e6 }

const ONNX: InitBackend = {
  embedding: { provider: 'fastembed', ...BGE_SMALL },
  rerank: { ...BGE_RERANKER, provider: 'fastembed' },
  fetched: BGE_BYTES,
  stepUp: null,
}

const TRANSFORMERS: InitBackend = {
  embedding: { provider: 'sentence-transformers', ...BGE_SMALL },
  rerank: { ...BGE_RERANKER, provider: 'sentence-transformers' },
  fetched: BGE_BYTES,
  stepUp: null,
}

const STATIC: InitBackend = {
  embedding: DEFAULT_STATIC_MODEL,
  rerank: { mode: 'local', ...DEFAULT_STATIC_RERANKER },
  fetched: { embedding: 0, rerank: 0 },
  stepUp: ONNX,
}

/** The provider names of the Python edition are backends too. */
const BY_NAME: Readonly<Record<string, InitBackend>> = {
  static: STATIC,
  onnx: ONNX,
  light: ONNX,
  fastembed: ONNX,
  transformers: TRANSFORMERS,
  st: TRANSFORMERS,
  'sentence-transformers': TRANSFORMERS,
}

/** The backend a KB gets when none is named: it needs no download and no native runtime. */
export const DEFAULT_BACKEND = 'static'

/** Every name `--backend` takes, aliases included. */
export const INIT_BACKEND_NAMES: readonly string[] = Object.keys(BY_NAME)

/** What the backend `name` stamps; never looked up on the machine. @throws InitError `INIT_BACKEND`. */
export function initBackend(name: string): InitBackend {
  const backend = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
  if (backend) return backend
  throw new InitError({
    code: 'INIT_BACKEND',
    message: `There is no backend ${quote(name)}; known: ${INIT_BACKEND_NAMES.join(', ')}`,
    remedy: `Use --backend ${DEFAULT_BACKEND}.`,
    details: { name },
  })
}
