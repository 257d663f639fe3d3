import { compareCodePoints } from '@pinakes/manifest'
import { type Assignments, assignIdentities } from './assign.js'
import { type Claims, readClaims } from './claims.js'
import { decideAction } from './decide-action.js'
import { duplicateIds } from './duplicate-ids.js'
import { type ExtractionPolicy, followContent } from './extraction-policy.js'
import type { KnownDocument, Picture, SeenFile } from './picture.js'
import type { BlockedDocument, DocumentAction, Pairing, Plan, WaitingFile } from './plan.js'

/**
 * Decides what a sync has to do, from what the index remembers and what lies on disk. Pure, set-wise
 * and independent of the order of its input. A sidecar outranks the index; an id is never given to two paths.
 */
export function pair(picture: Picture, policy: ExtractionPolicy = followContent): Pairing {
  const duplicates = duplicateIds(picture.sidecars)
  if (duplicates.length > 0) return { kind: 'duplicate-ids', duplicates }
  const claims = readClaims(picture)
  const assignments = assignIdentities(picture, claims)
  return { kind: 'plan', plan: planOf(picture, claims, assignments, policy) }
}

function planOf(picture: Picture, claims: Claims, assignments: Assignments, policy: ExtractionPolicy): Plan {
  const actions: DocumentAction[] = []
  const blocked: BlockedDocument[] = []
  const waiting: WaitingFile[] = []
  const untouched: KnownDocument[] = [...assignments.untouched]
  const relocated: Plan['relocated'][number][] = []
  for (const file of [...picture.files].sort(byPath)) {
    const assignment = assignments.byPath.get(file.path) ?? null
    const broken = claims.brokenByPath.get(file.path)
    const hidden = assignments.waiting.get(file.path)
    if (broken !== undefined) blocked.push({ path: file.path, sidecar: broken, row: assignment?.row ?? null })
    else if (hidden !== undefined) waiting.push({ path: file.path, row: hidden })
    else if (file.hash !== null) actions.push(decideAction(file, assignment, claims, policy))
    else if (assignment?.row?.state === 'active') keepUnread(file, assignment.row)
  }
  function keepUnread(file: SeenFile, row: KnownDocument): void {
    if (row.path === file.path) untouched.push(row)
    else relocated.push({ row, path: file.path })
  }
  const moved = new Set(actions.flatMap(({ sidecarTask: task }) => (task.kind === 'move' ? [task.from] : [])))
  return {
    actions,
    blocked,
    waiting,
    deleted: [...assignments.deleted].sort(byPath),
    kept: { ...assignments.kept, rows: [...assignments.kept.rows].sort(byPath) },
    untouched: untouched.sort(byPath),
    relocated,
    ambiguous: assignments.ambiguous,
    orphaned: claims.orphans.filter((path) => !moved.has(path)).sort(compareCodePoints),
  }
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return compareCodePoints(a.path, b.path)
}
