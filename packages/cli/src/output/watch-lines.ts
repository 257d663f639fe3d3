import type { SyncReport } from '@pinakes/sync'
import { count } from './lines.js'
import { countsLine } from './sync-lines.js'

/**
 * Whether a sync of a watch is worth a line: it changed the index or a sidecar, or what it has to complain about is not
 * what the sync before it, null for the first, complained about.
 */
export function isNews(report: SyncReport, before: SyncReport | null): boolean {
  const { added, updated, renamed, refreshed, deleted, sidecars } = report
  const done = [added, updated, renamed, refreshed, deleted]
  const written = [sidecars.written, sidecars.restored, sidecars.moved]
  if ([...done, ...written].some((paths) => paths.length > 0)) return true
  return complaints(report) !== (before === null ? complaints(NOTHING) : complaints(before))
}

type Complaints = Pick<SyncReport, 'failed' | 'skipped' | 'ambiguous' | 'likelyMoved' | 'linkScan' | 'hints'>

const NOTHING: Complaints = {
  failed: [],
  skipped: [],
  ambiguous: [],
  likelyMoved: [],
  linkScan: { scanned: [], dropped: [], issues: [] },
  hints: [],
}

/** The same text for the same complaints, whenever they happened. */
function complaints({ failed, skipped, ambiguous, likelyMoved, linkScan, hints }: Complaints): string {
  const failures = failed.map(({ path, stage, error }) => [path, stage, error])
  return JSON.stringify([failures, skipped, ambiguous, likelyMoved, linkScan.issues, hints])
}

/** One sync of a watch on one line: documents, then sidecars, failures and trouble with linked KBs if there is any. */
export function watchLine(report: SyncReport): string {
  const { written, restored, moved } = report.sidecars
  const sidecars = written.length + restored.length + moved.length
  const troubled = new Set(report.linkScan.issues.map(({ alias }) => alias)).size
  return [
    countsLine(report),
    ...(sidecars > 0 ? [`${count(sidecars, 'sidecar')} written`] : []),
    ...(report.failed.length > 0 ? [`${report.failed.length} failed`] : []),
    ...(troubled > 0 ? [`link scan: trouble with ${count(troubled, 'knowledge base')}`] : []),
  ].join(', ')
}
