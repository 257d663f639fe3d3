import { sourceTypeOf } from '@pinakes/extract-free'
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
    sidecarTask: sidecarTask(assignment, sidecar, claims),
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
  assignment: Assignment | null,
  sidecar: SeenSidecar | null,
  claims: Claims,
): SidecarTask {
  if (sidecar !== null) return { kind: 'none' }
  if (assignment === null) return { kind: 'write' }
  const loose = claims.loose.get(assignment.id)
  return loose === undefined ? { kind: 'restore' } : { kind: 'move', from: loose.path }
}
