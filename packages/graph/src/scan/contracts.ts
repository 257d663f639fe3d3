import type { DroppedKb } from '@pinakes/index'
import type { KbUlid } from '@pinakes/manifest'

/** What stood in the way of a scan, or what it noticed; for people, `link scan: <alias>: <message>`. */
export interface ScanIssue {
  /** The linked KB, by its name in `[[links.kb]]`. */
  readonly alias: string
  readonly message: string
  /** What a user can type or do. */
  readonly remedy: string
}

/** A linked KB whose sidecars were read, all of them. */
export interface ScannedKb {
  readonly alias: string
  readonly kbId: KbUlid
  /** Rows of `links` written: its links to this KB, without those that this KB's own sidecars hold. */
  readonly rows: number
}

/** What a scan of the linked KBs did. */
export interface LinkScan {
  readonly scanned: readonly ScannedKb[]
  /** KBs that are linked no more, with the rows that went with them. */
  readonly dropped: readonly DroppedKb[]
  readonly issues: readonly ScanIssue[]
  /** When the next scan is due, ms since the epoch: in the past if one could not be read now. Null without linked KBs. */
  readonly nextDueMs: number | null
}
