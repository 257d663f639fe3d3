import type { SyncReport } from '@pinakes/sync'

/** The payload of `pnk sync --json`. */
export function syncPayload(report: SyncReport): Record<string, unknown> {
  return {
    outcome: report.outcome,
    added: report.added,
    updated: report.updated,
    renamed: report.renamed,
    refreshed: report.refreshed,
    deleted: report.deleted,
    unchanged: report.unchanged,
    failed: report.failed,
    skipped: report.skipped,
    sidecars: report.sidecars,
    ambiguous: report.ambiguous,
    likely_moved: report.likelyMoved,
    chunking_drift: report.chunkingDrift,
    hints: report.hints,
    elapsed_ms: Math.round(report.elapsedMs),
  }
}
