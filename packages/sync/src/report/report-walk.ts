import type { DocumentRow } from '@pinakes/index'
import type { Observation } from '../observe/observe.js'
import { isAtOrBelowKey } from '../walk/unknown-places.js'
import { LEADS_NOWHERE, LEADS_OUTSIDE, NOT_A_FILE, unreadBy, VANISHED } from '../walk/unread.js'
import type { ReportBuilder } from './report-builder.js'

/**
 * Reports what the walk could not take: a failure where a document is concerned, a skipped file otherwise. `known`
 * are the rows of the index.
 */
export function reportWalk(
  { selection, unreadFiles }: Pick<Observation, 'selection' | 'unreadFiles'>,
  known: readonly DocumentRow[],
  report: ReportBuilder,
): void {
  const { problems } = selection
  const active = known.filter(({ state }) => state === 'active')
  for (const { key, reason } of problems.unreadable) {
    const { why, remedy } = reason === 'missing' ? VANISHED : unreadBy(reason)
    report.failText(key, 'walk', `WalkError: directory ${key || '.'}: ${why}`, remedy)
  }
  for (const key of problems.missingRoots) reportMissingRoot(key, active, report)
  for (const key of problems.undecodable) {
    report.failText(key, 'walk', 'WalkError: the name is not valid UTF-8', 'Rename the file to a UTF-8 name.')
  }
  const activePaths = new Set(active.map(({ path }) => path))
  const dangling = new Set(problems.danglingLinks)
  for (const [key, { why, remedy }] of unreadFiles) {
    // A link that leads nowhere is a failure only where it used to lead to a document.
    if (dangling.has(key) && !activePaths.has(key)) continue
    dangling.delete(key)
    report.failText(key, 'walk', `WalkError: ${why}`, remedy)
  }
  for (const key of dangling) report.skip(LEADS_NOWHERE.why, key)
  for (const key of problems.linkedDirectories) report.skip('symbolic link to a directory, not followed', key)
  for (const key of problems.outsideLinks) report.skip(LEADS_OUTSIDE.why, key)
  for (const key of problems.specialFiles) report.skip(NOT_A_FILE.why, key)
  for (const key of problems.aliases) report.skip('second name of a document', key)
  for (const { pattern, key } of problems.escapes) {
    report.skip(`pattern ${JSON.stringify(pattern)} leads outside the knowledge base`, key)
  }
}

function reportMissingRoot(key: string, active: readonly DocumentRow[], report: ReportBuilder): void {
  const kept = active.filter(({ path }) => isAtOrBelowKey(key, path)).length
  if (kept === 0) {
    report.skip('source root that does not exist', key)
    return
  }
  const documents = kept === 1 ? 'its document is' : `its ${kept} documents are`
  report.failText(
    key,
    'walk',
    `WalkError: the source root ${key} does not exist; ${documents} kept`,
    'Mount or restore the folder; to give it up for good, remove it from `roots` in [sources].',
  )
}
