import type { ExtractorRegistry } from '@pinakes/extract-free'
import type { SyncLock } from '@pinakes/index'
import type { KbPaths, Manifest, Tree } from '@pinakes/manifest'
import type { SyncOptions } from '../contracts.js'
import type { ReportBuilder } from '../report/report-builder.js'

/** The manifest as it lay on disk when the run began. */
export interface ManifestSource {
  readonly bytes: Uint8Array
  readonly backend: string
}

/** What every mode of a sync works with, once the lock is held. */
export interface Run {
  /** The resolved KB root. */
  readonly root: string
  readonly paths: KbPaths
  readonly manifest: Manifest
  /** The bytes that the manifest was read from, and the extraction backend that they name. */
  readonly source: ManifestSource
  readonly extractors: ExtractorRegistry
  readonly options: SyncOptions
  readonly lock: SyncLock
  readonly report: ReportBuilder
  readonly tree: Tree
  /** The clock just before the tree was first read, ms. */
  readonly takenMs: number
}
