import { option, string } from '@oclif/core/flags'
import type { SourceType } from '@pinakes/extract-free'
import type { SearchFilters } from '@pinakes/retrieve'

const SOURCE_TYPES = ['markdown', 'code', 'pdf', 'text'] as const satisfies readonly SourceType[]

/** The options that narrow which documents count; shared by `search` and `ls`. */
export const filterFlags = {
  tag: string({
    description: 'Only documents with this tag, exactly; repeat it to ask for several tags at once',
    helpValue: 'TAG',
    multiple: true,
    multipleNonGreedy: true,
  }),
  path: string({
    description: 'Only documents whose path starts with this text, taken literally: docs/ or docs/a_b.md',
    helpValue: 'PREFIX',
  }),
  type: option({
    description: 'Only documents of this type',
    options: SOURCE_TYPES,
  })(),
  after: string({
    description: 'Only documents modified on or after this day (UTC), written YYYYMMDD',
    helpValue: 'DAY',
  }),
  before: string({
    description: 'Only documents modified on or before this day (UTC), written YYYYMMDD',
    helpValue: 'DAY',
  }),
}

/** The values of `filterFlags` as oclif parses them. */
export interface FilterFlagValues {
  readonly tag?: string[] | undefined
  readonly path?: string | undefined
  readonly type?: (typeof SOURCE_TYPES)[number] | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** The filters that were asked for; an option that was not given leaves no key behind. */
export function searchFilters(flags: FilterFlagValues): SearchFilters {
  return {
    ...(flags.tag === undefined ? {} : { tags: flags.tag }),
    ...(flags.path === undefined ? {} : { pathPrefix: flags.path }),
    ...(flags.type === undefined ? {} : { sourceType: flags.type }),
    ...(flags.after === undefined ? {} : { modifiedAfter: flags.after }),
    ...(flags.before === undefined ? {} : { modifiedBefore: flags.before }),
  }
}
