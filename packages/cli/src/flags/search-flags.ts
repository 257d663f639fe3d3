import { string as stringArg } from '@oclif/core/args'
import { integer, string } from '@oclif/core/flags'
import type { SearchOptions } from '@pinakes/retrieve'
import { usageError } from '../cli-error.js'
import { kbFlag, offlineFlag } from './common.js'
import { type FilterFlagValues, filterFlags, searchFilters } from './filters.js'
import { formatFlags } from './format.js'

/** The argument of `search` and `ask`. */
export const queryArg = stringArg({
  description: 'What to look for; quote it when it has spaces',
  required: true,
  ignoreStdin: true,
})

/** The options of `search` and `ask`. */
export const searchFlags = {
  kb: kbFlag,
  ...formatFlags,
  offline: offlineFlag,
  ...filterFlags,
  k: integer({
    char: 'k',
    helpLabel: '-k',
    description: 'At most this many passages; default: final_k of the manifest',
    helpValue: 'N',
    min: 1,
  }),
  'max-tokens': integer({
    description: 'At most this many tokens in whole passages; what does not fit is listed',
    helpValue: 'N',
    min: 1,
  }),
  'max-per-document': integer({
    description: 'At most this many passages of one document',
    helpValue: 'N',
    min: 1,
  }),
  entity: string({
    description: 'Also look for this name, as a whole phrase; repeatable, at most 16',
    helpValue: 'NAME',
    multiple: true,
    multipleNonGreedy: true,
  }),
  concept: string({
    description:
      'Also look for this idea, by meaning, together with the others given; repeatable, at most 16',
    helpValue: 'IDEA',
    multiple: true,
    multipleNonGreedy: true,
  }),
}

/** The values of {@link searchFlags} that shape a search. */
export interface SearchFlagValues extends FilterFlagValues {
  readonly k?: number | undefined
  readonly 'max-tokens'?: number | undefined
  readonly 'max-per-document'?: number | undefined
  readonly entity?: string[] | undefined
  readonly concept?: string[] | undefined
}

/** The options of a search that were given; an option that was not leaves no key behind. */
export function searchOptions(flags: SearchFlagValues, signal: AbortSignal): SearchOptions {
  const given = Object.entries({
    k: flags.k,
    maxTokens: flags['max-tokens'],
    maxPerDocument: flags['max-per-document'],
    entities: flags.entity,
    concepts: flags.concept,
  }).filter(([, value]) => value !== undefined)
  return { ...(Object.fromEntries(given) as SearchOptions), filters: searchFilters(flags), signal }
}

/** `query`, unless there is nothing in it to look for. @throws CliError `CLI_USAGE` */
export function notBlank(query: string, command: string): string {
  if (query.trim() !== '') return query
  throw usageError('the query is empty', command, {
    remedy: `say what to look for: pnk ${command} "your words"`,
  })
}
