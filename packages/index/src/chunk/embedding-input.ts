import { compareCodePoints } from '@pinakes/manifest'
import type { Chunk, ChunkingSettings, CountTokens } from '../contracts.js'
import { IndexError } from '../errors.js'
import { trimSpace } from './whitespace.js'

type Prefixed = Pick<Chunk, 'text' | 'unnumberedHeadingPath'>

/** What stands between prefix and text. */
const SEPARATOR = '\n\n'
const JOINER = ' > '
/** `[CLS]` and `[SEP]`, which every text gets when it is embedded. */
const SPECIAL_TOKENS = 2

/** The text that is embedded for `chunk`; the chunk's own text when `metadata` is `off`. */
export function embeddingInput(chunk: Prefixed, title: string | null, settings: ChunkingSettings): string {
  return settings.metadata === 'off' ? chunk.text : embeddingPrefix(chunk, title) + chunk.text
}

/**
 * `<title> > <unnumbered heading path>` and a blank line; empty when neither is there. A path whose first
 * segment is the title (trimmed, case folded) does not repeat it.
 */
export function embeddingPrefix(chunk: Prefixed, title: string | null): string {
  const head = trimSpace(title ?? '')
  const path = trimSpace(chunk.unnumberedHeadingPath ?? '')
  const [first = '', ...rest] = path.split(JOINER)
  const below = head !== '' && folded(first) === folded(head) ? rest.join(JOINER) : path
  const prefix = [head, below].filter((part) => part !== '').join(JOINER)
  return prefix === '' ? '' : prefix + SEPARATOR
}

/** Full case folding by way of upper case, where `ß` and `SS` meet. */
function folded(text: string): string {
  return trimSpace(text).toUpperCase().toLowerCase()
}

/** What the budget check of one document needs. */
export interface PrefixBudget {
  /** Names the document in the error. */
  readonly path: string
  readonly title: string | null
  readonly chunks: readonly Prefixed[]
  readonly settings: ChunkingSettings
  /** The model's window in tokens, special tokens included. */
  readonly window: number
  readonly countTokens: CountTokens
}

/**
 * Returns if the dearest prefix fits beside a full chunk, or `metadata` is `off`; else throws
 * `CHUNKING_PREFIX_TOO_LONG` naming path, prefix, its tokens and the `max_tokens` that would do. To be called
 * before anything of the document is embedded.
 */
export function checkPrefixBudget(budget: PrefixBudget): void {
  const { settings, window } = budget
  if (settings.metadata === 'off') return
  const room = window - SPECIAL_TOKENS
  const { prefix, tokens } = dearestPrefix(budget)
  if (tokens <= room - settings.maxTokens) return
  const safe = room - tokens
  throw new IndexError({
    code: 'CHUNKING_PREFIX_TOO_LONG',
    message:
      `${budget.path}: the prefix ${JSON.stringify(trimSpace(prefix))} has ${tokens} tokens; beside chunks of ` +
      `${settings.maxTokens} tokens the model's window of ${window} leaves room for ${room - settings.maxTokens}`,
    remedy:
      safe >= 1
        ? `Set [chunking] max_tokens = ${safe} or lower in pinakes.toml, then run: pnk sync --rebuild`
        : 'Shorten the title in the sidecar or the headings, or choose a model with a larger window',
    details: { path: budget.path, prefix, tokens, safeMaxTokens: safe },
  })
}

/** The prefix with the most tokens, separator included; of equal ones the greater string. */
function dearestPrefix({ chunks, title, countTokens }: PrefixBudget): { prefix: string; tokens: number } {
  let dearest = { prefix: '', tokens: 0 }
  for (const prefix of new Set(chunks.map((chunk) => embeddingPrefix(chunk, title)))) {
    const tokens = countTokens(prefix)
    const greater = tokens === dearest.tokens && compareCodePoints(prefix, dearest.prefix) > 0
    if (tokens > dearest.tokens || greater) dearest = { prefix, tokens }
  }
  return dearest
}

/**
 * Returns if chunks of `maxTokens` fit the model's window (special tokens included); else throws
 * `CHUNKING_SETTINGS` naming the largest value that does.
 */
export function checkWindow(settings: ChunkingSettings, window: number): void {
  const allowed = window - SPECIAL_TOKENS
  if (settings.maxTokens <= allowed) return
  throw new IndexError({
    code: 'CHUNKING_SETTINGS',
    message: `[chunking] max_tokens is ${settings.maxTokens}; the model's window of ${window} allows at most ${allowed}`,
    remedy: `Set [chunking] max_tokens = ${allowed} or lower in pinakes.toml`,
    details: { maxTokens: settings.maxTokens, allowed },
  })
}
