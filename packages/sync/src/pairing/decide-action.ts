import { sourceTypeOf } from '@pinakes/extract-free'
import { SIDECAR_SUFFIX } from '@pinakes/manifest'
import type { Assignment } from './assign.js'
import type { Claims } from './claims.js'
import type { ExtractionPolicy } from './extraction-policy.js'
import type { KnownDocument, SeenFile, SeenSidecar } from './picture.js'
import type { DocumentAction, IndexTask, PairingReason, SidecarTask } from './plan.js'

/** What is to be done for a readable walked file, given who it is. `assignment` is null for a new document. */
export function decideAction(
  file: SeenFile,
  assignment: Assignment | null,
  claims: Claims,
  policy: ExtractionPolicy,
): DocumentAction {
  const sidecar = claims.byPath.get(file.path) ?? null
  const row = assignment?.row ?? null
  const task = indexTask({ file, row, sidecar, policy })
  return {
    task,
    reason: reasonOf(file, assignment, task),
    id: assignment?.id ?? null,
    file,
    sidecar,
    row,
    sidecarTask: sidecarTask({ file, sidecar }, assignment, claims),
  }
}

interface RowAtFile {
  readonly file: SeenFile
  readonly row: KnownDocument | null
  readonly sidecar: SeenSidecar | null
  readonly policy: ExtractionPolicy
}

function indexTask({ file, row, sidecar, policy }: RowAtFile): IndexTask {
  if (row === null || row.state === 'deleted') return 'embed'
  // Another suffix can mean another grammar, hence other chunks from the same bytes.
  if (row.sourceType !== sourceTypeOf(file.path)) return 'embed'
  if (policy({ row, file, sidecar }) === 'embed') return 'embed'
  if (row.path !== file.path) return 'move'
  return sidecar !== null && sidecar.hash !== row.sidecarHash ? 'refresh' : 'skip'
}

function reasonOf(file: SeenFile, assignment: Assignment | null, task: IndexTask): PairingReason {
  if (assignment === null) return 'new'
  const { row, how } = assignment
  if (how === 'revived' || row?.state === 'deleted') return 'revived'
  if (how === 'renamed') return 'renamed'
  if (row === null || row.path !== file.path) return 'adopted'
  if (task === 'embed') return 'content-changed'
  return task === 'refresh' ? 'sidecar-changed' : 'unchanged'
}

function sidecarTask(
  { file, sidecar }: Pick<RowAtFile, 'file' | 'sidecar'>,
  assignment: Assignment | null,
  claims: Claims,
): SidecarTask {
  if (sidecar !== null || !canHaveSidecar(file.path)) return { kind: 'none' }
  if (assignment === null) return { kind: 'write' }
  const loose = claims.loose.get(assignment.id)
  if (loose !== undefined) return { kind: 'move', from: loose.path }
  const { unread } = claims
  return unread.length === 0 ? { kind: 'restore' } : { kind: 'wait', unread }
}

/** The longest name that common file systems take, in bytes. */
const LONGEST_NAME = 255

/** The longest name of a document that leaves room for its sidecar's, in bytes. */
export const LONGEST_DOCUMENT_NAME = LONGEST_NAME - SIDECAR_SUFFIX.length

/** Whether a file system has a name for the document's sidecar. Without one its identity lives in the index alone. */
export function canHaveSidecar(path: string): boolean {
  return Buffer.byteLength(path.slice(path.lastIndexOf('/') + 1)) <= LONGEST_DOCUMENT_NAME
}
