import { existsSync } from 'node:fs'
import type { Embedder } from '@pinakes/embed'
import {
  chunkingDrift,
  createIndex,
  type DocumentRow,
  type FileStamp,
  type IndexWriter,
  openIndexWriter,
  removeUnfinishedIndex,
} from '@pinakes/index'
import { arrangeRows } from '../apply/arrange-rows.js'
import type { ApplyContext } from '../apply/context.js'
import { indexDocuments } from '../apply/index-documents.js'
import { refreshAll } from '../apply/refresh-metadata.js'
import { SidecarWriter } from '../apply/sidecar-writer.js'
import { deriveEdges } from '../graph/derive-edges.js'
import { knownDocuments } from '../observe/known-documents.js'
import { type Observation, observe } from '../observe/observe.js'
import { likelyMoves } from '../pairing/likely-moved.js'
import type { DocumentAction, Plan } from '../pairing/plan.js'
import type { ReportBuilder } from '../report/report-builder.js'
import { reportWalk } from '../report/report-walk.js'
import { derive } from './derive.js'
import {
  checkLoaded,
  checkWanted,
  loadCheckedEmbedder,
  wantedEmbedding,
  withEmbedder,
} from './embedding-identity.js'
import { markComplete, storeFailures, storeStamps } from './finish-run.js'
import { throwIfInterrupted } from './interrupt.js'
import { makePlan, reportPlan } from './make-plan.js'
import { Progress } from './progress.js'
import type { Run } from './run.js'

/** What a run that keeps its index ended with. */
export interface FullSyncResult {
  readonly observation: Observation
  /** Whether nothing had to be done and nothing is left to be done: the next run may say so unseen. */
  readonly isSettled: boolean
  /** When the linked KBs are to be read again, ms since the epoch; null without linked KBs. */
  readonly scanDueMs: number | null
}

/**
 * Brings the index in line with the tree, document by document; the index is created if it is missing. With
 * `writeSidecars` false nothing below the roots is written.
 */
export async function runFullSync(run: Run, writeSidecars: boolean): Promise<FullSyncResult> {
  const { paths, manifest, options, report } = run
  // What a killed rebuild left is as large as an index, and no other rebuild runs while this one holds the lock.
  removeUnfinishedIndex(paths.newIndex)
  const wanted = await wantedEmbedding(manifest, options.providers)
  let writer = existsSync(paths.index) ? openIndexWriter(paths.index) : null
  try {
    const mustLoad = writer !== null && checkWanted(writer.meta(), wanted)
    const known = writer === null ? [] : knownDocuments(writer, manifest.kb.id)
    const stamps = writer?.stamps() ?? new Map<string, FileStamp>()
    const observation = await observe({ ...run, known, stamps, signal: options.signal })
    const plan = makePlan(observation)
    reportWalk(observation, known, report)
    reportPlan(plan, report)
    throwIfInterrupted(options.signal)

    const embeds = plan.actions.filter(({ task }) => task === 'embed')
    const embedder = embeds.length > 0 || mustLoad ? await loadCheckedEmbedder(options, manifest) : null
    try {
      const identity = { embedding: embedder?.info() ?? wanted, chunking: manifest.chunking }
      if (writer === null) writer = createIndex(paths.index, { identity })
      else if (embedder !== null) checkLoaded(writer, embedder.info(), manifest.chunking)
      const context = contextOf(run, { writer, known, observation, plan, writeSidecars })
      await apply(context, plan, embeds, embedder)
      reportLikelyMoves(context, plan)
      return await finish(run, { writer, embedder, observation, plan, stamps, writeSidecars })
    } finally {
      await embedder?.close()
    }
  } finally {
    writer?.close()
  }
}

interface ContextParts {
  readonly writer: IndexWriter
  readonly known: readonly DocumentRow[]
  readonly observation: Pick<Observation, 'contents' | 'sidecarFiles' | 'stats'>
  readonly plan: Plan
  readonly writeSidecars: boolean
}

/** What applying works on. Every action that is not a mere skip counts for progress. */
export function contextOf(run: Run, parts: ContextParts): ApplyContext {
  const { root, manifest, report, extractors, lock, options } = run
  const { writer, known, observation, plan, writeSidecars } = parts
  const busy = plan.actions.filter(
    ({ task, sidecarTask }) => task !== 'skip' || (writeSidecars && sidecarTask.kind !== 'none'),
  )
  return {
    root,
    manifest,
    writer,
    lock,
    report,
    extractors,
    stats: observation.stats,
    contents: observation.contents,
    sidecarFiles: observation.sidecarFiles,
    rows: new Map(known.map((row) => [row.id, row])),
    sidecars: writeSidecars ? new SidecarWriter(root, manifest.kb.id, report) : null,
    progress: new Progress(busy.length + plan.deleted.length, options.onProgress),
    signal: options.signal,
  }
}

async function apply(
  context: ApplyContext,
  plan: Plan,
  embeds: readonly DocumentAction[],
  embedder: Embedder | null,
): Promise<void> {
  try {
    arrangeRows(context, plan)
    await refreshAll(context, plan.actions)
    if (embedder !== null) await indexDocuments(context, embeds, embedder)
  } catch (error) {
    storeFailuresOf(context)
    throw error
  }
}

/** The run ends early: what failed so far is remembered, what was not looked at stays as it was. */
function storeFailuresOf({ writer, report }: ApplyContext): void {
  try {
    storeFailures(writer, report, false)
  } catch {
    // The index cannot be written, and the error that says so is on its way.
  }
}

interface Finished {
  readonly writer: IndexWriter
  /** Null where none was needed so far. */
  readonly embedder: Embedder | null
  readonly observation: Observation
  readonly plan: Plan
  readonly stamps: ReadonlyMap<string, FileStamp>
  readonly writeSidecars: boolean
}

async function finish(run: Run, finished: Finished): Promise<FullSyncResult> {
  const { writer, embedder, observation, plan, stamps, writeSidecars } = finished
  const { report } = run
  reportDrift(writer, run)
  const changed = hasChanges(report)
  const { scanDueMs } = await derive(run, writer, changed)
  report.graph = await withEmbedder(run, embedder, (getEmbedder) =>
    deriveEdges(run, { writer, changed, getEmbedder }),
  )
  const derives = report.graph !== null
  storeFailures(writer, report, true)
  storeStamps(writer, observation, stamps)
  if (derives || writer.meta().get('build_state') !== 'complete') markComplete(writer)
  if (!writeSidecars) reportUnwritten(plan, report)
  const lacksSidecar = plan.actions.some(({ sidecarTask }) => sidecarTask.kind !== 'none')
  const isSettled = !derives && !lacksSidecar && report.failures().length === 0
  return { observation, isSettled, scanDueMs }
}

function hasChanges(report: ReportBuilder): boolean {
  const { added, updated, renamed, refreshed, deleted, sidecars } = report
  const written = [sidecars.written, sidecars.restored, sidecars.moved]
  return [added, updated, renamed, refreshed, deleted, ...written].some((list) => list.length > 0)
}

function reportDrift(writer: IndexWriter, { manifest, report }: Run): void {
  for (const { key, recorded, current } of chunkingDrift(writer.meta(), manifest.chunking)) {
    report.chunkingDrift.push({ key, recorded, wanted: current })
    report.hint('Chunks are as the old [chunking] settings made them; `pnk sync --rebuild` makes them anew.')
  }
}

/** An index-only run says what it left undone. */
function reportUnwritten({ actions }: Plan, report: ReportBuilder): void {
  const moved = actions.flatMap(({ sidecarTask: task }) => (task.kind === 'move' ? [task.from] : []))
  if (moved.length === 0) return
  report.hint(`Sidecars left at their old names, to be moved by \`pnk sync\`: ${moved.join(', ')}.`)
}

function reportLikelyMoves({ rows, report, writer }: ApplyContext, plan: Plan): void {
  const minted = new Set(plan.actions.filter(({ id }) => id === null).map(({ file }) => file.path))
  if (plan.deleted.length === 0 || minted.size === 0) return
  const arrived = writer.documents().filter(({ path, state }) => state === 'active' && minted.has(path))
  const gone = plan.deleted.map(({ id, path }) => ({ id, path, title: rows.get(id)?.title ?? null }))
  report.likelyMoved.push(...likelyMoves(gone, arrived))
}
