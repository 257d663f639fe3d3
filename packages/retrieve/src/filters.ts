import type { SourceType } from '@pinakes/extract-free'
import type { ChunkFilter } from '@pinakes/index'
import { quote } from '@pinakes/manifest'
import type { SearchFilters } from './contracts.js'
import { dayEnd, dayStart } from './dates.js'
import { RetrieveError } from './errors.js'

/** Every source type a filter may name, in the order messages list them. */
export const SOURCE_TYPES: readonly SourceType[] = ['markdown', 'code', 'pdf', 'text']

/**
 * The filter of the index for what a caller asked. Tags and prefix are literal; dates are whole UTC days, both
 * inclusive. Blank lists do not filter. Throws `RETRIEVE_FILTER_INVALID` naming the parameter.
 */
export function toChunkFilter(filters: SearchFilters = {}): ChunkFilter {
  const { tags, pathPrefix, sourceType } = filters
  return {
    ...(tags !== undefined && tags.length > 0 ? { tags: checkTags(tags) } : {}),
    ...(pathPrefix !== undefined ? { pathPrefix: checkPrefix(pathPrefix) } : {}),
    ...(sourceType !== undefined ? { sourceType: checkSourceType(sourceType) } : {}),
    ...checkDays(filters),
  }
}

function checkDays({ modifiedAfter, modifiedBefore }: SearchFilters): ChunkFilter {
  const from = modifiedAfter === undefined ? null : checkDay('modifiedAfter', modifiedAfter, dayStart)
  const before = modifiedBefore === undefined ? null : checkDay('modifiedBefore', modifiedBefore, dayEnd)
  if (from !== null && before !== null && from >= before) {
    throw invalid(
      'modifiedAfter',
      `modifiedAfter ${modifiedAfter} lies after the last day that counts, ${modifiedBefore}: nothing can match both`,
      'Swap the two days, or drop one of them.',
    )
  }
  return {
    ...(from === null ? {} : { modifiedFrom: from }),
    ...(before === null ? {} : { modifiedBefore: before }),
  }
}

function checkTags(tags: readonly string[]): readonly string[] {
  const bad = tags.find((tag) => typeof tag !== 'string' || tag.trim() === '')
  if (bad === undefined) return [...new Set(tags)]
  throw invalid(
    'tags',
    `A tag must be text that is not blank, found ${quote(bad)}`,
    'Name a tag, or drop the filter.',
  )
}

function checkPrefix(prefix: string): string {
  if (typeof prefix === 'string') return prefix
  throw invalid(
    'pathPrefix',
    `A path prefix must be text, found ${quote(prefix)}`,
    'Pass a path such as docs/.',
  )
}

function checkSourceType(type: SourceType): SourceType {
  if (SOURCE_TYPES.includes(type)) return type
  const known = SOURCE_TYPES.join(', ')
  throw invalid('sourceType', `Unknown source type ${quote(type)}; known: ${known}`, `Use one of ${known}.`)
}

function checkDay(parameter: string, text: string, read: (text: string) => number | null): number {
  const seconds = typeof text === 'string' ? read(text) : null
  if (seconds !== null) return seconds
  throw invalid(
    parameter,
    `${parameter} must be a real day written YYYYMMDD (UTC), found ${quote(text)}`,
    'Write the day as eight digits, such as 20260131.',
  )
}

function invalid(parameter: string, message: string, remedy: string): RetrieveError {
  return new RetrieveError({ code: 'RETRIEVE_FILTER_INVALID', message, remedy, details: { parameter } })
}
