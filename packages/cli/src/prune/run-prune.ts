import { confirm } from '../confirm.js'
import type { CommandIo } from '../io.js'
import { toJson } from '../output/json.js'
import { count } from '../output/lines.js'
import { planLines, prunedLines, prunePayload } from '../output/prune-lines.js'
import { planPrune, prune } from './prune-kb.js'

export interface PruneRequest {
  /** The resolved root of the knowledge base. */
  readonly root: string
  readonly yes: boolean
  readonly json: boolean
}

/**
 * Names the orphaned sidecars, and deletes those that may go if the command line or a person allows it.
 * @throws CliError `CLI_PRUNE_BLIND`, `CLI_UNCONFIRMED`; errors of manifest, index and lock
 */
export async function runPrune(io: CommandIo, { root, yes, json }: PruneRequest): Promise<void> {
  const plan = planPrune(root)
  // Whoever is asked has to see the names, also where stdout is for a program.
  const told = json ? io.err : io.out
  for (const line of planLines(plan)) told.write(`${line}\n`)
  if (plan.removable.length === 0) {
    if (json)
      io.out.write(`${toJson(prunePayload(plan, { outcome: 'pruned', removed: [], kept: plan.kept }))}\n`)
    return
  }
  const sidecars = count(plan.removable.length, 'sidecar')
  const isWanted = await confirm(io, {
    isGiven: yes,
    question: `Delete ${sidecars}?`,
    what: `${sidecars} would be deleted`,
    remedy: 'pnk doctor --prune --yes',
  })
  const pruned = isWanted
    ? await prune(root, plan.removable, (message) => io.err.write(`${message}\n`))
    : null
  if (json) io.out.write(`${toJson(prunePayload(plan, pruned))}\n`)
  else for (const line of prunedLines(pruned, plan.kept)) io.out.write(`${line}\n`)
}
