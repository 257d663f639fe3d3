import { displayPath } from '@pinakes/manifest'
import type { Pruned } from '../prune/prune-kb.js'
import type { Orphan, PrunePlan } from '../prune/prune-plan.js'
import { count } from './lines.js'

/** Every sidecar that would go, with the documents that link to it, and every one that stays, with the reason. */
export function planLines({ removable, kept }: PrunePlan): string[] {
  if (removable.length + kept.length === 0) return ['nothing to prune']
  return [
    ...removable.flatMap(({ path, linkedFrom }) => [
      displayPath(path),
      ...linkedFrom.map((document) => `  ! ${displayPath(document)} links to it`),
    ]),
    ...kept.map(keptLine),
    ...(removable.length === 0 ? ['nothing to prune'] : []),
  ]
}

/** What was done; null is a no to the question. `announced` are the paths that {@link planLines} has named as kept. */
export function prunedLines(pruned: Pruned | null, announced: PrunePlan['kept']): string[] {
  if (pruned === null) return ['nothing deleted']
  if (pruned.outcome === 'busy') return ['another sync is running: nothing done']
  const known = new Set(announced.map(({ path }) => path))
  return [
    ...pruned.kept.filter(({ path }) => !known.has(path)).map(keptLine),
    `${count(pruned.removed.length, 'sidecar')} deleted`,
  ]
}

function keptLine({ path, why }: PrunePlan['kept'][number]): string {
  return `kept ${displayPath(path)}: ${why}`
}

/** The payload of `pnk doctor --prune --json`. */
export function prunePayload(plan: PrunePlan, pruned: Pruned | null): Record<string, unknown> {
  return {
    outcome: pruned?.outcome ?? 'declined',
    orphaned: plan.removable.map(orphanPayload),
    removed: pruned?.removed ?? [],
    kept: pruned?.outcome === 'pruned' ? pruned.kept : plan.kept,
  }
}

function orphanPayload({ path, id, linkedFrom }: Orphan): Record<string, unknown> {
  return { path, id, linked_from: linkedFrom }
}
