import { displayPath } from '@pinakes/manifest'
import type { SyncReport } from '@pinakes/sync'
import { count } from './lines.js'

/** What the linked KBs said of this one: a line for each that was read, that was dropped, and for each trouble. */
export function linkScanLines({ linkScan }: SyncReport): string[] {
  return [
    ...linkScan.scanned.map(({ alias, rows }) => line(alias, `${count(rows, 'link')} to documents here`)),
    ...linkScan.dropped.map(({ alias, kbId, rows }) =>
      line(alias ?? kbId, `linked no more, ${count(rows, 'link')} dropped`),
    ),
    ...linkScanIssues({ linkScan }),
  ]
}

/** The troubles alone. */
export function linkScanIssues({ linkScan }: Pick<SyncReport, 'linkScan'>): string[] {
  return linkScan.issues.map(({ alias, message, remedy }) => line(alias, `${message}: ${remedy}`))
}

function line(alias: string, text: string): string {
  return displayPath(`link scan: ${alias}: ${text}`)
}
