import type { GraphReport, SyncReport } from '@pinakes/sync'

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
    link_scan: {
      scanned: report.linkScan.scanned.map(kbRows),
      dropped: report.linkScan.dropped.map(kbRows),
      issues: report.linkScan.issues,
    },
    hints: report.hints,
    graph: report.graph === null ? null : graphPayload(report.graph),
    elapsed_ms: Math.round(report.elapsedMs),
  }
}

function graphPayload({ stored, kinds, elapsedMs }: GraphReport): Record<string, unknown> {
  return { stored, seconds: Math.round(elapsedMs) / 1000, authored: kinds.authored, kinds }
}

interface KbRows {
  readonly alias: string | null
  readonly kbId: string
  readonly rows: number
}

function kbRows({ alias, kbId, rows }: KbRows): Record<string, unknown> {
  return { alias, kb_id: kbId, rows }
}
