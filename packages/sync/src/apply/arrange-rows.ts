import type { Plan } from '../pairing/plan.js'
import type { ApplyContext } from './context.js'

/**
 * Soft-deletes what is gone and gives every moved row its new path, all in one transaction: swaps, chains and cycles
 * pass through no state in which two documents share a path or an id is lost.
 */
export function arrangeRows({ writer, report, progress }: ApplyContext, plan: Plan): void {
  const moves = [
    ...plan.relocated.map(({ row, path }) => ({ id: row.id, path })),
    ...plan.actions.flatMap(({ row, file }) =>
      row?.state === 'active' && row.path !== file.path ? [{ id: row.id, path: file.path }] : [],
    ),
  ]
  if (moves.length > 0 || plan.deleted.length > 0) {
    writer.inTransaction(() => {
      writer.softDelete(plan.deleted.map(({ id }) => id))
      writer.clearFailures(plan.deleted.map(({ path }) => path))
      writer.moveDocuments(moves)
    })
  }
  for (const { path } of plan.deleted) {
    report.deleted.push(path)
    progress.step(path)
  }
}
