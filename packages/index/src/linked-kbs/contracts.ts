import type { DocUlid, KbUlid } from '@pinakes/manifest'
import type { LinkRow } from '../contracts.js'

/** A row of `kb_refs`: a linked KB whose sidecars were read. */
export interface KbRef {
  readonly kbId: KbUlid
  /** Its name in `[[links.kb]]`; null where another program left none. */
  readonly alias: string | null
  /** Absolute and resolved. */
  readonly path: string | null
  /** KB timestamp `YYYYMMDD HH:MM`, UTC. */
  readonly lastScan: string | null
}

/** Links of a KB that stopped being linked. */
export interface DroppedKb {
  readonly kbId: KbUlid
  readonly alias: string | null
  /** Rows of `links` that went. */
  readonly rows: number
}

/** What the index knows from the sidecars of other KBs. Synchronous, under the sync lock. */
export interface LinkedKbStore {
  /** By id, in code-point order. */
  refs(): KbRef[]
  /**
   * Puts `links` in the place of everything learned from that KB before, and records the scan; in one transaction. A link
   * that an author of this KB wrote stays as it is. Returns the number of rows written.
   */
  replace(ref: KbRef, links: readonly LinkRow[]): number
  /** Forgets every KB but these; says which, those without any row too, by id in code-point order. */
  keepOnly(ids: readonly KbUlid[]): DroppedKb[]
  /** Those of `ids` that no active document of this KB has, in the order given. */
  lacking(ids: readonly DocUlid[]): DocUlid[]
}
