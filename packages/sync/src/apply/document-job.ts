import type { DocumentRow } from '@pinakes/index'
import type { DocUlid } from '@pinakes/manifest'
import type { SidecarFile } from '@pinakes/sidecar'
import {
  type DocumentMetadata,
  linkRows,
  mintedMetadata,
  sidecarMetadata,
} from '../documents/document-row.js'
import type { WriteJob } from './commit-batch.js'
import type { ApplyContext } from './context.js'
import type { PreparedBody, PreparedDocument } from './prepare-document.js'

/** A document with everything that is to be written of it. */
export interface ReadyDocument {
  readonly prepared: PreparedDocument
  readonly body: PreparedBody
  /** Row-major, one vector per chunk. */
  readonly vectors: Float32Array
  /** The id that counts: another writer may have minted the sidecar first. */
  readonly id: DocUlid
  /** The sidecar beside the document by now; null where none may be written. */
  readonly sidecar: SidecarFile | null
}

/** The write of one document. */
export interface DocumentJob extends WriteJob {
  readonly ready: ReadyDocument
  readonly row: DocumentRow
}

/** Row, chunks, vectors and links of a document, to be written together. */
export function documentJob({ writer, manifest, rows }: ApplyContext, ready: ReadyDocument): DocumentJob {
  const { prepared, body, vectors, id, sidecar } = ready
  const { content, chunks } = body
  const row: DocumentRow = {
    id,
    path: prepared.action.file.path,
    contentHash: content.contentHash,
    mtime: content.mtime,
    sourceType: content.sourceType,
    state: 'active',
    extractionBackend: content.extraction?.backend ?? null,
    extractionFingerprint: content.extraction?.fingerprint ?? null,
    ...metadataOf(sidecar, rows.get(id), prepared.title),
  }
  const links = linkRows(manifest.kb.id, id, sidecar?.sidecar.links ?? [])
  return {
    path: row.path,
    row,
    ready,
    write: () => writer.putDocument({ document: row, chunks, vectors, links }),
  }
}

function metadataOf(
  sidecar: SidecarFile | null,
  before: DocumentRow | undefined,
  title: string | null,
): DocumentMetadata {
  if (sidecar !== null) return sidecarMetadata(sidecar)
  if (before === undefined) return mintedMetadata(title)
  return { title: before.title, metadata: before.metadata, sidecarHash: before.sidecarHash }
}

/** Counts a written document; with `countAll` one whose content is as it was counts as updated too. */
export function reportIndexed(
  { report }: ApplyContext,
  { path, row, ready }: DocumentJob,
  countAll: boolean,
): void {
  const before = ready.prepared.action.row
  if (before === null || before.state === 'deleted') {
    report.added.push(path)
    return
  }
  if (before.path !== path) report.renamed.push({ from: before.path, to: path })
  const changed = before.contentHash !== row.contentHash || before.path === path
  if (changed || countAll) report.updated.push(path)
}
