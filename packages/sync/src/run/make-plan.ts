import { displayPath } from '@pinakes/manifest'
import { SyncError } from '../errors.js'
import type { Observation } from '../observe/observe.js'
import { canHaveSidecar, LONGEST_DOCUMENT_NAME } from '../pairing/decide-action.js'
import { pair } from '../pairing/pair.js'
import type { DuplicateId, Plan } from '../pairing/plan.js'
import type { ReportBuilder } from '../report/report-builder.js'

/**
 * What the run has to do.
 * @throws SyncError `SYNC_DUPLICATE_IDS`, before anything is written
 */
export function makePlan({ picture }: Observation): Plan {
  const pairing = pair(picture)
  if (pairing.kind === 'duplicate-ids') throw duplicates(pairing.duplicates)
  return pairing.plan
}

/** Reports what the plan itself has to say: unreadable sidecars, unclear identities, orphans. */
export function reportPlan(
  { actions, blocked, waiting, kept, ambiguous, orphaned }: Plan,
  report: ReportBuilder,
): void {
  reportLongNames(
    actions.map(({ file }) => file.path),
    report,
  )
  for (const { path, sidecar } of blocked) {
    report.failText(path, 'index', sidecar.error, sidecar.remedy)
  }
  for (const { vanished, appeared } of ambiguous) {
    report.ambiguous.push(
      `${vanished.join(', ')} -> ${appeared.join(', ')}: same content, so it is not clear which is which`,
    )
  }
  report.sidecars.orphaned.push(...orphaned)
  reportWaiting(actions, report)
  reportKept(kept, report)
  for (const { path, row } of waiting) {
    report.failText(
      path,
      'walk',
      `WalkError: has the content of ${displayPath(row.path)}, where nobody can look now, and may be that document, moved`,
      'Mount or repair what cannot be read, or drop its root from `roots` if it is gone for good; then run `pnk sync`.',
    )
  }
}

/** Names documents whose sidecar is not written anew, because it may be one that cannot be read. */
function reportWaiting(actions: Plan['actions'], report: ReportBuilder): void {
  for (const { file, sidecarTask: task } of actions) {
    if (task.kind !== 'wait') continue
    const unread = task.unread.map(displayPath).join(', ')
    report.hint(
      `${displayPath(file.path)}: its id waits in the index for a sidecar, since its own may be one that cannot be read: ${unread}. Make that readable or take it away, then run \`pnk sync\`.`,
    )
  }
}

/** Says which documents are gone and stay in the index, because they may be where nobody can read. */
function reportKept({ rows, unread }: Plan['kept'], report: ReportBuilder): void {
  if (rows.length === 0) return
  report.hint(
    `Kept, though the file is gone, since it may be in what cannot be read (${someOf(unread)}): ${someOf(rows.map(({ path }) => path))}. Make that readable or take it away, then run \`pnk sync\`.`,
  )
}

/** The first three paths, and how many more there are. */
function someOf(paths: readonly string[]): string {
  const named = paths.slice(0, 3).map(displayPath).join(', ')
  return paths.length > 3 ? `${named} and ${paths.length - 3} more` : named
}

/** Names documents that no sidecar can stand beside. */
export function reportLongNames(paths: readonly string[], report: ReportBuilder): void {
  for (const path of paths) {
    if (canHaveSidecar(path)) continue
    report.hint(
      `${displayPath(path)}: the name is too long for a sidecar, so its id lives in the index alone; shorten it to ${LONGEST_DOCUMENT_NAME} bytes.`,
    )
  }
}

/** The refusal of ids that several sidecars carry. */
export function duplicates(found: readonly DuplicateId[]): SyncError {
  const lines = found.map(({ id, sidecars }) => `${id}: ${sidecars.map(displayPath).join(', ')}`)
  return new SyncError({
    code: 'SYNC_DUPLICATE_IDS',
    message: `One id stands in several sidecars; nothing was changed.\n${lines.join('\n')}`,
    remedy:
      'Keep each id with the document it was made for and delete the other sidecars that carry it; `pnk sync` gives those documents ids of their own.',
    details: { duplicates: found },
  })
}
