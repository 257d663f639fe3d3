import { readFileSync } from 'node:fs'
import { EmbedError } from '../errors.js'
import type { LocatedModel } from '../model-files.js'
import { damagedFile } from '../weights/damaged-file.js'
import { type FamilyProfile, knownFamily, type Pooling } from './known-families.js'

/** How one model is used. */
export interface ModelProfile extends FamilyProfile {
  /** Tokens, special tokens included: the smallest of what its files and its family say. */
  readonly window: number
}

/** When neither files nor family name a window: BERT's. */
const BERT_WINDOW = 512
/** Larger values of `model_max_length` are a placeholder for "not known". */
const LARGEST_WINDOW = 1_000_000

/**
 * The profile of an embedding model: its known family, else what its own sentence-transformers files say, else mean
 * pooling without prefixes.
 * @throws EmbedError `EMBED_MODEL_UNSUPPORTED` for a pooling that is neither CLS nor mean
 */
export function embedderProfile(repo: string, located: LocatedModel): ModelProfile {
  const family = knownFamily(repo) ?? declaredFamily(repo, located)
  return { ...family, window: modelWindow(repo, located, family.window) }
}

/** The window of a model: tokens, special tokens included. */
export function modelWindow(repo: string, located: LocatedModel, trained: number | null): number {
  const read = (role: string) => readConfig(repo, located, role)
  const limits = [
    positive(read('sentenceBert').max_seq_length) ?? trained,
    positive(read('tokenizerConfig').model_max_length),
    usablePositions(read('config')),
  ].filter((limit) => limit !== null)
  return limits.length === 0 ? BERT_WINDOW : Math.min(...limits)
}

type Config = Readonly<Record<string, unknown>>

function declaredFamily(repo: string, located: LocatedModel): FamilyProfile {
  const prompts = readConfig(repo, located, 'sentenceTransformers').prompts as Config | undefined
  return {
    pooling: declaredPooling(repo, readConfig(repo, located, 'pooling')),
    queryPrefix: text(prompts?.query),
    passagePrefix: text(prompts?.document ?? prompts?.passage),
    window: null,
  }
}

function declaredPooling(repo: string, config: Config): Pooling {
  const modes = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true)
  if (modes.length === 0 || String(modes) === 'pooling_mode_mean_tokens') return 'mean'
  if (String(modes) === 'pooling_mode_cls_token') return 'cls'
  throw new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `The model ${repo} pools by ${modes.join(' and ')}; supported are CLS and mean`,
    remedy: 'Name another model in pinakes.toml, for example BAAI/bge-small-en-v1.5.',
    details: { model: repo, modes },
  })
}

/** RoBERTa's family counts positions from the padding id on, so that many fewer are usable. */
function usablePositions(config: Config): number | null {
  const positions = positive(config.max_position_embeddings)
  if (positions === null || !/roberta|camembert|mpnet/.test(text(config.model_type))) return positions
  return positions - 1 - (positive(config.pad_token_id) ?? 0)
}

function readConfig(repo: string, located: LocatedModel, role: string): Config {
  const path = located.files[role]
  if (path === undefined) return {}
  try {
    const data: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof data === 'object' && data !== null ? (data as Config) : {}
  } catch (cause) {
    throw damagedFile({ path, model: repo, fault: 'it is not JSON', cause })
  }
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value < LARGEST_WINDOW ? Math.floor(value) : null
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
