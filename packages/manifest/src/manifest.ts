import type { Decimal } from './decimal.js'
import type { KbUlid } from './ulid.js'

/** A validated `pinakes.toml`: every default filled in, every rule of the format held (docs/manifest.md). */
export interface Manifest {
  readonly kb: {
    readonly name: string
    readonly id: KbUlid
    readonly template: string | null
    readonly created: string | null
  }
  readonly sources: {
    readonly roots: readonly string[]
    readonly include: readonly string[]
    readonly exclude: readonly string[]
  }
  readonly embedding: {
    readonly provider: string
    readonly model: string
    readonly dim: number
    readonly revision: string | null
  }
  readonly extraction: { readonly backend: 'claude-vision' | 'fake' | 'pypdfium2'; readonly model: string }
  readonly chunking: {
    readonly strategy: 'structural'
    readonly headings: 'none' | 'numbered'
    readonly metadata: 'off' | 'prefix'
    readonly maxTokens: number
    readonly overlap: number
  }
  readonly retrieval: {
    readonly candidatesPerSource: number
    readonly fusionTopK: number
    readonly finalK: number
    readonly fusion: 'rrf'
    readonly rerank: 'local' | 'none'
    readonly vectorTier: 'auto' | 'numpy' | 'exact' | 'int8' | 'sqlite-vec'
    readonly adjacentK: number
    readonly graphChannel: 'off' | 'expand' | 'ppr'
    readonly confidence: {
      readonly fittedFor: string
      readonly lowBelow: number
      readonly highAbove: number
    } | null
  }
  readonly rerank: { readonly provider: string; readonly model: string; readonly revision: string | null }
  readonly budget: {
    readonly confirmAboveEur: Decimal
    readonly perOperationEur: Decimal
    readonly dailyEur: Decimal
    readonly monthlyEur: Decimal
    readonly maxPriceAgeDays: number
    readonly timezone: string
    readonly onExceed: 'abort' | 'partial'
  }
  readonly deep: { readonly model: string; readonly maxRounds: number }
  readonly links: { readonly kb: readonly LinkedKb[] }
}

/** A `[[links.kb]]` entry. `path` is resolved on use, never at load. */
export interface LinkedKb {
  readonly id: KbUlid
  readonly name: string
  readonly path: string
}
