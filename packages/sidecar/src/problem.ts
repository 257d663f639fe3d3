import { displayPath } from '@pinakes/manifest'
import { SidecarError, type SidecarErrorCode } from './errors.js'
import { positionAt } from './position.js'

/** One fault of a sidecar's text. */
export interface Problem {
  readonly code: SidecarErrorCode
  /** What is wrong, without the path and without a final period. */
  readonly message: string
  readonly remedy: string
  /** UTF-16 offset into the decoded text, or null for the file as a whole. */
  readonly offset: number | null
}

/** The faults of one text, in the order found. */
export type Problems = Problem[]

/** The error for `problems`, of which there is at least one. */
export function problemError(path: string, text: string, problems: readonly Problem[]): SidecarError {
  const first = problems[0] ?? UNKNOWN
  const located = problems.map(({ code, message, offset }) => ({ code, message, ...place(text, offset) }))
  const { line, column } = place(text, first.offset)
  const where = line === null ? '' : ` (line ${line}, column ${column})`
  const more = problems.length > 1 ? `; ${problems.length - 1} more in this file` : ''
  return new SidecarError({
    code: first.code,
    message: `${displayPath(path)}: ${first.message}${where}${more}`,
    remedy: first.remedy,
    details: { path, line, column, problems: located },
  })
}

const UNKNOWN: Problem = {
  code: 'SIDECAR_SYNTAX',
  message: 'not valid YAML',
  remedy: 'Restore the file from version control.',
  offset: null,
}

function place(text: string, offset: number | null): { line: number | null; column: number | null } {
  return offset === null ? { line: null, column: null } : positionAt(text, offset)
}
