import { readFileSync } from 'node:fs'
import { EmbedError } from '../errors.js'
import { damagedFile } from '../weights/damaged-file.js'

/** One entry of `added_tokens`. */
export interface AddedToken {
  readonly id: number
  readonly content: string
  /** Matched in normalised text; else in the text as it comes. */
  readonly normalized?: boolean
  readonly single_word?: boolean
  /** Takes the white space before it along. */
  readonly lstrip?: boolean
  /** Takes the white space after it along. */
  readonly rstrip?: boolean
}

/** A step of the pipeline, by type. */
export interface TokenizerStep {
  readonly type?: string
  readonly [option: string]: unknown
}

/** What Pinakes reads of Hugging Face's `tokenizer.json`; the rest goes to their library untouched. */
export interface TokenizerJson {
  readonly added_tokens?: readonly AddedToken[]
  readonly normalizer?: TokenizerStep | null
  readonly pre_tokenizer?: TokenizerStep | null
  readonly post_processor?: TokenizerStep | null
  readonly padding?: { readonly pad_id?: number } | null
  readonly model: TokenizerStep
}

/**
 * The file's content. Truncation and padding in it are a converter's defaults and are never applied here.
 * @throws EmbedError `EMBED_MODEL_DAMAGED` if it is not JSON, `EMBED_MODEL_UNSUPPORTED` if it describes no tokenizer
 */
export function readTokenizerJson(path: string, model: string): TokenizerJson {
  const data = parse(path, model)
  if (isTokenizer(data)) return data
  throw new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `${path} describes no tokenizer: it has no model`,
    remedy: `Name another model than ${model} in pinakes.toml.`,
    details: { model, path },
  })
}

function parse(path: string, model: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw damagedFile({ path, model, fault: 'it is not JSON', cause })
  }
}

function isTokenizer(data: unknown): data is TokenizerJson {
  if (typeof data !== 'object' || data === null || !('model' in data)) return false
  return typeof data.model === 'object' && data.model !== null
}
