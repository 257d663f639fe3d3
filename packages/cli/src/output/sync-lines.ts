import { displayPath } from '@pinakes/manifest'
import type { SyncReport } from '@pinakes/sync'
import { escapeText } from './escape.js'
import { firstFew } from './lines.js'
import { linkScanIssues, linkScanLines } from './link-scan-lines.js'

/** What a sync has to say, in the order in which it is printed, split by who must hear it. */
export interface SyncLines {
  /** Everything, for stdout. */
  readonly all: readonly string[]
  /** What even a quiet run says, on stderr: files it could not take, and identities it could not settle. */
  readonly quiet: readonly string[]
}

/** The lines of a sync report. Paths are escaped, so that each line stays one line. */
export function syncLines(report: SyncReport): SyncLines {
  if (report.outcome === 'busy') return { all: ['another sync is running: nothing done'], quiet: [] }
  const quiet = [
    ...report.skipped.map(skippedLine),
    ...identityLines(report),
    ...linkScanIssues(report),
    ...failureLines(report),
  ]
  return {
    all: [
      countsLine(report),
      ...sidecarLines(report),
      ...graphLines(report),
      ...report.chunkingDrift.map((d) => `chunking drift: ${d.key} ${d.recorded} -> ${d.wanted}`),
      ...report.skipped.map(skippedLine),
      ...identityLines(report),
      ...orphanLines(report),
      ...linkScanLines(report),
      ...failureLines(report),
    ],
    quiet,
  }
}

/** Documents by what happened to them; the first line of every report. */
export function countsLine(report: SyncReport): string {
  const indexed = report.added.length + report.updated.length
  return [
    `${indexed} indexed`,
    `${report.renamed.length} renamed`,
    `${report.refreshed.length} metadata-only`,
    `${report.unchanged} unchanged`,
    `${report.deleted.length} removed`,
  ].join(', ')
}

function sidecarLines({ sidecars }: SyncReport): string[] {
  const { written, restored, moved } = sidecars
  if (written.length + restored.length + moved.length === 0) return []
  const lines = [`sidecars: ${written.length} written, ${restored.length} restored, ${moved.length} moved`]
  if (moved.length > 0) lines.push(`sidecar moved: ${names(moved)}`)
  return lines
}

function graphLines({ graph }: SyncReport): string[] {
  if (graph === null) return []
  const { stored, kinds, elapsedMs } = graph
  const kindCounts = Object.entries(kinds).map(([kind, edges]) => `${kind}=${edges}`)
  const seconds = (elapsedMs / 1000).toFixed(1)
  return [`edges: ${stored} stored in ${seconds} s, ${kinds.authored} authored: ${kindCounts.join(' ')}`]
}

function identityLines(report: SyncReport): string[] {
  const { restored } = report.sidecars
  return [
    ...(restored.length > 0 ? [`sidecar restored with its id: ${names(restored)}`] : []),
    ...report.likelyMoved.map(
      (move) =>
        `likely moved without its sidecar: ${displayPath(move.from)} (${move.id}) -> ${names(move.candidates)}`,
    ),
    ...report.ambiguous.map((line) => `ambiguous: ${displayPath(line)}`),
  ]
}

function orphanLines({ sidecars }: SyncReport): string[] {
  return sidecars.orphaned.length > 0 ? [`orphaned sidecar: ${names(sidecars.orphaned)}`] : []
}

function failureLines(report: SyncReport): string[] {
  return [
    ...report.failed.map((failure) => `failed: ${displayPath(failure.path)}: ${displayPath(failure.error)}`),
    ...new Set(report.hints.map(escapeText)),
  ]
}

function skippedLine(skipped: SyncReport['skipped'][number]): string {
  return `skipped, ${escapeText(skipped.reason)}: ${names(skipped.paths)}`
}

function names(paths: readonly string[]): string {
  return firstFew(paths.map(displayPath))
}
