import type { ExtractorRegistry } from '@pinakes/extract-free'
import type { SyncLock } from '@pinakes/index'
import type { KbPaths, Manifest, Tree } from '@pinakes/manifest'
import type { SyncOptions } from '../contracts.js'
import type { ReportBuilder } from '../report/report-builder.js'

/** What every mode of a sync works with, once the lock is held. */
export interface Run {
  /** The resolved KB root. */
  readonly root: string
  readonly paths: KbPaths
  readonly manifest: Manifest
  readonly extractors: ExtractorRegistry
  readonly options: SyncOptions
  readonly lock: SyncLock
  readonly report: ReportBuilder
  readonly tree: Tree
  /** The clock just before the tree was first read, ms. */
  readonly takenMs: number
}
