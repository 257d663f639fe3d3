import type { Chunk, ChunkingSettings, CountTokens } from '../contracts.js'
import { IndexError } from '../errors.js'

type Prefixed = Pick<Chunk, 'text' | 'unnumberedHeadingPath'>

/** What stands between prefix and text. */
const SEPARATOR = '\n\n'

/** The text that is embedded for `chunk` (spec: retrieval §1.8); the chunk's own text when `metadata` is `off`. */
export function embeddingInput(chunk: Prefixed, title: string | null, settings: ChunkingSettings): string {
  return settings.metadata === 'off' ? chunk.text : embeddingPrefix(chunk, title) + chunk.text
}

/** `<title> > <path>` and a blank line; empty when neither is there. */
export function embeddingPrefix(chunk: Prefixed, title: string | null): string {
  const head = title?.trim() ?? ''
  const segments = (chunk.unnumberedHeadingPath ?? '').split(' > ').filter((part) => part.trim() !== '')
  if (head !== '' && segments[0]?.trim().toLowerCase() === head.toLowerCase()) segments.shift()
  const prefix = [head, ...segments].filter((part) => part !== '').join(' > ')
  return prefix === '' ? '' : prefix + SEPARATOR
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

/** Returns if every prefix fits beside a full chunk; else `CHUNKING_PREFIX_TOO_LONG`. */
export function checkPrefixBudget(budget: PrefixBudget): void {
  if (budget.settings.metadata === 'off') return
  for (const chunk of budget.chunks) {
    const tokens = budget.countTokens(embeddingPrefix(chunk, budget.title))
    if (tokens > budget.window - 2 - budget.settings.maxTokens) {
      throw new IndexError({
        code: 'CHUNKING_PREFIX_TOO_LONG',
        message: `${budget.path}: prefix of ${tokens} tokens`,
        remedy: 'lower max_tokens',
      })
    }
  }
}

/** Returns if chunks of `maxTokens` fit the model's window (special tokens included); else `CHUNKING_SETTINGS`. */
export function checkWindow(settings: ChunkingSettings, window: number): void {
  if (settings.maxTokens <= window - 2) return
  throw new IndexError({
    code: 'CHUNKING_SETTINGS',
    message: `[chunking] max_tokens is ${settings.maxTokens}; the model's window allows at most ${window - 2}`,
    remedy: `Set [chunking] max_tokens = ${window - 2} or lower in pinakes.toml`,
  })
}
