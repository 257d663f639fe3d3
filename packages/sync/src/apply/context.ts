import type { ExtractorRegistry } from '@pinakes/extract-free'
import type { DocumentRow, IndexWriter, SyncLock } from '@pinakes/index'
import type { DocUlid, FileStat, Manifest } from '@pinakes/manifest'
import type { SidecarFile } from '@pinakes/sidecar'
import type { ReportBuilder } from '../report/report-builder.js'
import type { Progress } from '../run/progress.js'
import type { FileContents } from '../walk/file-contents.js'
import type { SidecarWriter } from './sidecar-writer.js'

/** What applying a plan works on. */
export interface ApplyContext {
  /** The resolved KB root. */
  readonly root: string
  readonly manifest: Manifest
  readonly writer: IndexWriter
  readonly lock: SyncLock
  readonly report: ReportBuilder
  readonly extractors: ExtractorRegistry
  /** By key: what the file system said of the documents. */
  readonly stats: ReadonlyMap<string, FileStat>
  /** Bytes of documents that were read already. */
  readonly contents: FileContents
  /** By key: sidecars that were parsed already. */
  readonly sidecarFiles: ReadonlyMap<string, SidecarFile>
  /** The rows pairing knew of. */
  readonly rows: ReadonlyMap<DocUlid, DocumentRow>
  /** Null where nothing may be written below the roots. */
  readonly sidecars: SidecarWriter | null
  readonly progress: Progress
  readonly signal: AbortSignal | undefined
}
