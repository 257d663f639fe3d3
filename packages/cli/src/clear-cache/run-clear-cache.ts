import { kbPaths } from '@pinakes/manifest'
import { confirm } from '../confirm.js'
import type { CommandIo } from '../io.js'
import { clearLine } from '../output/clear-lines.js'
import { clearable, clearFiles } from './clear-cache.js'
import { authorisation, type ClearTarget, isAuthorised } from './clear-plan.js'

export interface ClearRequest {
  /** The resolved root of the knowledge base. */
  readonly root: string
  readonly target: ClearTarget
  readonly yes: boolean
  readonly forceUnlock: boolean
}

/** What came of it. */
export interface Cleared {
  readonly outcome: 'cleared' | 'declined' | 'busy'
  readonly target: ClearTarget
  readonly removed: number
  /** Bytes of what was removed. */
  readonly bytes: number
  /** How many of the removed had been paid for, or may have been. */
  readonly paid: number
}

/**
 * Empties what the request names, if the command line or a person allows it.
 * @throws CliError `CLI_UNCONFIRMED`; IndexError of the lock
 */
export async function runClearCache(io: CommandIo, request: ClearRequest): Promise<Cleared> {
  const { root, target, yes, forceUnlock } = request
  const paths = kbPaths(root)
  const files = clearable(paths, target)
  const nothing = { target, removed: 0, bytes: 0, paid: 0 }
  if (files.length === 0) return { outcome: 'cleared', ...nothing }
  const what = clearLine(files, target)
  const isGiven = isAuthorised(files, target, yes)
  const remedy = authorisation(files, target)
  if (
    !(await confirm(io, { isGiven, question: `Delete ${what}?`, what: `${what} would be deleted`, remedy }))
  )
    return { outcome: 'declined', ...nothing }
  const onNotice = (message: string) => io.err.write(`${message}\n`)
  const removed = await clearFiles(paths, files, { forceUnlock, onNotice })
  if (removed === null) return { outcome: 'busy', ...nothing }
  return {
    outcome: 'cleared',
    target,
    removed: removed.length,
    bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
    paid: removed.filter(({ isPaid }) => isPaid).length,
  }
}
