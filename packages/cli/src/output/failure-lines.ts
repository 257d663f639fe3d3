import type { FailureRow } from '@pinakes/index'
import { displayPath } from '@pinakes/manifest'

/** One line per document that could not be indexed: path, stage, time and reason, separated by tabs. */
export function failureLines(failures: readonly FailureRow[]): string[] {
  return failures.map(({ path, stage, error, happened }) =>
    [displayPath(path), stage, happened, displayPath(error)].join('\t'),
  )
}

/** One entry of `pnk ls --failed --json`. */
export function failurePayload({ path, stage, error, happened }: FailureRow): Record<string, unknown> {
  return { path, stage, error, happened }
}
