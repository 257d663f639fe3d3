import { setImmediate } from 'node:timers/promises'
import type { DocumentRow } from '@pinakes/index'
import { linkRows, sidecarMetadata } from '../documents/document-row.js'
import type { DocumentAction } from '../pairing/plan.js'
import { throwIfInterrupted } from '../run/interrupt.js'
import { commitJobs, type WriteJob } from './commit-batch.js'
import type { ApplyContext } from './context.js'
import { placeSidecar, sidecarBeside } from './place-sidecar.js'

/** Documents committed together. */
const BATCH = 50

/** A document whose text stands: its row is written anew, and its sidecar put in place if it lacks one. */
interface RefreshJob extends WriteJob {
  readonly action: DocumentAction
  readonly before: DocumentRow
  readonly after: DocumentRow
}

/** Applies every action that embeds nothing: metadata, moves, and sidecars to restore or to move along. */
export async function refreshAll(context: ApplyContext, actions: readonly DocumentAction[]): Promise<void> {
  const pending = actions.filter((action) => action.task !== 'embed')
  const staleTitles: string[] = []
  let jobs: RefreshJob[] = []
  for (const action of pending) {
    if (isNothing(context, action)) {
      context.report.unchanged++
      continue
    }
    throwIfInterrupted(context.signal)
    const job = await prepare(context, action)
    if (job !== null) jobs.push(job)
    if (jobs.length >= BATCH) jobs = commit(context, jobs, staleTitles)
    await setImmediate()
  }
  commit(context, jobs, staleTitles)
  await context.sidecars?.flush()
  if (staleTitles.length > 0) reportStaleTitles(context, staleTitles)
}

/** Whether the row says all there is to say already. */
function isNothing({ rows, stats, sidecars }: ApplyContext, action: DocumentAction): boolean {
  const row = action.id === null ? undefined : rows.get(action.id)
  const settled = sidecars === null || action.sidecarTask.kind === 'none'
  return action.task === 'skip' && settled && row?.mtime === mtimeAt(stats, action.file.path)
}

async function prepare(context: ApplyContext, action: DocumentAction): Promise<RefreshJob | null> {
  const { rows, stats, report, progress, writer, manifest } = context
  const before = action.id === null ? undefined : rows.get(action.id)
  if (before === undefined) throw new Error(`${action.file.path}: no row to refresh`)
  const path = action.file.path
  try {
    const placed = await placeSidecar(context, { action, id: before.id, title: before.title })
    const differs = action.sidecar !== null && action.sidecar.hash !== before.sidecarHash
    const sidecar = placed?.file ?? (differs ? sidecarBeside(context, action) : null)
    const moved = { ...before, path, mtime: mtimeAt(stats, path) ?? before.mtime }
    const after = sidecar === null ? moved : { ...moved, ...sidecarMetadata(sidecar) }
    const links = sidecar === null ? undefined : linkRows(manifest.kb.id, before.id, sidecar.sidecar.links)
    return { path, action, before, after, write: () => writer.updateDocument(after, links) }
  } catch (error) {
    report.fail(path, 'index', error)
    progress.step(path)
    return null
  }
}

function commit(context: ApplyContext, jobs: readonly RefreshJob[], staleTitles: string[]): RefreshJob[] {
  if (jobs.length === 0) return []
  const { writer, lock, report, progress, manifest } = context
  const { done, failed } = commitJobs(writer, lock, jobs)
  for (const { job, error } of failed) report.fail(job.path, 'index', error)
  for (const job of done) {
    reportRefreshed(context, job)
    const retitled = job.before.title !== job.after.title
    if (retitled && manifest.chunking.metadata === 'prefix') staleTitles.push(job.path)
  }
  for (const job of jobs) progress.step(job.path)
  return []
}

function reportRefreshed({ report }: ApplyContext, { action, path, before }: RefreshJob): void {
  if (before.path !== path) report.renamed.push({ from: before.path, to: path })
  else if (action.task === 'refresh') report.refreshed.push(path)
  else report.unchanged++
}

function reportStaleTitles({ report }: ApplyContext, paths: readonly string[]): void {
  const named = paths.slice(0, 3).join(', ')
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : ''
  report.hint(
    `The vectors still carry the old title of ${named}${more}; \`pnk sync --rebuild\` makes them anew.`,
  )
}

function mtimeAt(stats: ApplyContext['stats'], path: string): number | undefined {
  const mtimeMs = stats.get(path)?.mtimeMs
  return mtimeMs === undefined ? undefined : mtimeMs / 1000
}
