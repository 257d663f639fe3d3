import type { ChunkFilter } from '@pinakes/index'
import { codePointLength } from '@pinakes/manifest'
import type { SearchOptions } from './contracts.js'
import { MAX_QUERY_LENGTH, RetrieveError } from './errors.js'
import { toChunkFilter } from './filters.js'

const MAX_EXPANSIONS = 16
const MAX_EXPANSION_LENGTH = 200
/** Far above what anyone reads; beyond it a number was not meant. */
const MAX_PASSAGES = 1_000_000

/** The widths of the manifest that bound a search. */
export interface SearchWidths {
  readonly finalK: number
  readonly fusionTopK: number
}

/** A search request after every check; nothing in it can be malformed. */
export interface CheckedSearch {
  readonly query: string
  readonly filter: ChunkFilter
  /** Passages to return: at most `fusionTopK`. */
  readonly k: number
  readonly maxPerDocument: number | null
  readonly maxTokens: number | null
  readonly entities: readonly string[]
  readonly concepts: readonly string[]
  /** What was narrowed, in words. */
  readonly notices: readonly string[]
}

/**
 * The checked form of a search, before any index is opened. Throws usage errors only: `RETRIEVE_QUERY_EMPTY`,
 * `RETRIEVE_QUERY_INVALID`, `RETRIEVE_LIMIT_INVALID`, `RETRIEVE_FILTER_INVALID`, `RETRIEVE_EXPANSION_INVALID`.
 */
export function checkSearch(query: string, options: SearchOptions, widths: SearchWidths): CheckedSearch {
  const asked = checkLimit('k', options.k, MAX_PASSAGES) ?? widths.finalK
  return {
    query: checkQuery(query),
    filter: toChunkFilter(options.filters),
    k: Math.min(asked, widths.fusionTopK),
    maxPerDocument: checkLimit('maxPerDocument', options.maxPerDocument),
    maxTokens: checkLimit('maxTokens', options.maxTokens),
    entities: checkExpansions('entities', options.entities),
    concepts: checkExpansions('concepts', options.concepts),
    notices:
      asked > widths.fusionTopK
        ? [`k is ${asked}, but no more than fusion_top_k = ${widths.fusionTopK} passages are ranked`]
        : [],
  }
}

/**
 * `query`, if it is text that can be searched for.
 * @throws RetrieveError `RETRIEVE_QUERY_EMPTY`, `RETRIEVE_QUERY_INVALID`
 */
export function checkQuery(query: string): string {
  if (typeof query !== 'string') {
    throw new RetrieveError({
      code: 'RETRIEVE_QUERY_INVALID',
      message: `The query must be text, found ${typeof query}`,
      remedy: 'Pass the words to search for.',
    })
  }
  if (query.trim() === '') {
    throw new RetrieveError({
      code: 'RETRIEVE_QUERY_EMPTY',
      message: 'The query is empty',
      remedy: 'Say what to look for: `pnk search "loan ledger"`.',
    })
  }
  const length = codePointLength(query)
  if (length > MAX_QUERY_LENGTH) {
    throw new RetrieveError({
      code: 'RETRIEVE_QUERY_INVALID',
      message: `The query is ${length} characters long; at most ${MAX_QUERY_LENGTH} are searched`,
      remedy: 'Shorten the query to the words that matter.',
    })
  }
  return query
}

/** Null for a limit that was not given. */
function checkLimit(
  parameter: string,
  value: number | undefined,
  most = Number.MAX_SAFE_INTEGER,
): number | null {
  if (value === undefined) return null
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value
  const bounds = most < Number.MAX_SAFE_INTEGER ? `from 1 to ${most}` : 'of at least 1'
  throw new RetrieveError({
    code: 'RETRIEVE_LIMIT_INVALID',
    message: `${parameter} must be an integer ${bounds}, found ${String(value)}`,
    remedy: `Give ${parameter} as 1, 2, 3, …, or leave it out.`,
    details: { parameter },
  })
}

function checkExpansions(parameter: string, values: readonly string[] = []): readonly string[] {
  const fault = expansionFault(values)
  if (fault === null) return values.map((value) => value.trim()).filter((value) => value !== '')
  throw new RetrieveError({
    code: 'RETRIEVE_EXPANSION_INVALID',
    message: `${parameter}: ${fault}`,
    remedy: `Pass at most ${MAX_EXPANSIONS} short strings, or leave ${parameter} out.`,
    details: { parameter },
  })
}

function expansionFault(values: readonly string[]): string | null {
  if (!Array.isArray(values)) return 'expected a list of strings'
  if (values.length > MAX_EXPANSIONS) return `at most ${MAX_EXPANSIONS} strings, found ${values.length}`
  const long = values.find(
    (value) => typeof value !== 'string' || codePointLength(value) > MAX_EXPANSION_LENGTH,
  )
  return long === undefined ? null : `each must be text of at most ${MAX_EXPANSION_LENGTH} characters`
}
