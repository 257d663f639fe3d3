import type { FileStamp, IndexWriter } from '@pinakes/index'
import { formatKbTimestamp, mintUlid } from '@pinakes/manifest'
import type { Observation } from '../observe/observe.js'
import type { ReportBuilder } from '../report/report-builder.js'

/** Stores the failures of a run. `complete`: every path was looked at, so older failures of others are over. */
export function storeFailures(writer: IndexWriter, report: ReportBuilder, complete: boolean): void {
  const failures = report.failures()
  const now = new Map(failures.map((failure) => [failure.path, failure.error]))
  const before = writer.failures()
  const over = complete ? before.filter(({ path }) => !now.has(path)).map(({ path }) => path) : []
  if (failures.length === 0 && over.length === 0) return
  writer.inTransaction(() => {
    writer.clearFailures(over)
    for (const failure of failures) writer.recordFailure(failure)
  })
}

/** Stores what the walk learned about files, and forgets the files that are gone. */
export function storeStamps(
  writer: IndexWriter,
  { selection, fresh }: Observation,
  before: ReadonlyMap<string, FileStamp>,
): void {
  const gone = [...before.keys()].filter(
    (path) => !selection.documents.has(path) && !selection.sidecars.has(path),
  )
  if (gone.length === 0 && fresh.length === 0) return
  writer.inTransaction(() => {
    writer.dropStamps(gone)
    writer.putStamps(fresh)
  })
}

/** Marks the index as the product of a whole run. */
export function markComplete(writer: IndexWriter): void {
  writer.setMeta({
    build_state: 'complete',
    built_at: formatKbTimestamp(new Date()),
    build_id: mintUlid(),
  })
}
