import { existsSync } from 'node:fs'
import type { Embedder } from '@pinakes/embed'
import {
  createIndex,
  type DocumentRow,
  type FileStamp,
  type IndexErrorCode,
  type IndexWriter,
  type LinkRow,
  openIndexWriter,
  removeUnfinishedIndex,
  swapIndex,
} from '@pinakes/index'
import {
  compareCodePoints,
  type DocUlid,
  displayPath,
  isPinakesError,
  type Selection,
} from '@pinakes/manifest'
import { indexDocuments } from '../apply/index-documents.js'
import { SyncError } from '../errors.js'
import { deriveEdges } from '../graph/derive-edges.js'
import { type Observation, observe } from '../observe/observe.js'
import { isUnknown } from '../pairing/picture.js'
import type { DocumentAction, Plan } from '../pairing/plan.js'
import { reportWalk } from '../report/report-walk.js'
import { isAtOrBelowKey } from '../walk/unknown-places.js'
import { derive } from './derive.js'
import { loadCheckedEmbedder, wantedEmbedding, withEmbedder } from './embedding-identity.js'
import { markComplete, storeFailures } from './finish-run.js'
import { contextOf } from './full-sync.js'
import { makePlan, reportPlan } from './make-plan.js'
import type { Run } from './run.js'

/**
 * Builds a new index beside the old one and swaps it in. Identities come from the old index, if that
 * can be read, and from the sidecars; every text is read, chunked and embedded anew. The old index stays if the build
 * ends early, or if it indexed nothing though there was something to index.
 */
export async function runRebuild(run: Run): Promise<Pick<Selection, 'unmatched'>> {
  const { paths, report, manifest } = run
  const filled = await fill(run)
  try {
    const built = await complete(run, filled)
    if (built) await swapIndex({ current: paths.index, fresh: paths.newIndex })
    else report.hint(`No document of ${manifest.kb.name} could be indexed, so the old index was kept.`)
    return { unmatched: filled.unmatched }
  } finally {
    removeUnfinishedIndex(paths.newIndex)
  }
}

/** What the old index knows. */
interface Known {
  readonly known: readonly DocumentRow[]
  /** The links of each document's sidecar as it was last read. */
  readonly knownLinks: ReadonlyMap<DocUlid, readonly LinkRow[]>
}

/** What the new index is made of. */
interface Work extends Pick<Observation, 'contents' | 'sidecarFiles' | 'stats'>, Known {
  readonly plan: Plan
  /** Emptied when they are stored, so that nothing holds them while the documents are read. */
  readonly stamps: FileStamp[]
}

/** Looks at everything and decides. What the build has no use for, the tree above all, is let go with this frame. */
async function prepare(run: Run): Promise<Work & Pick<Selection, 'unmatched'>> {
  const { options, report, tree } = run
  const { known, knownLinks } = readKnown(run)
  const observation = await observe({ ...run, known, stamps: new Map(), signal: options.signal })
  const plan = makePlan(observation)
  refuseBlind(plan, observation)
  reportWalk(observation, known, report)
  reportPlan(plan, report)
  tree.forget()
  const actions = [...plan.actions.map(asEmbed), ...blockedActions(plan, observation)]
  const { contents, sidecarFiles, fresh, selection, stats } = observation
  return {
    known,
    knownLinks,
    plan: { ...plan, actions },
    contents,
    sidecarFiles,
    stats,
    stamps: [...fresh],
    unmatched: selection.unmatched,
  }
}

/** Refusals of an index whose rows are beyond reading. Others pass: an identity that is in no sidecar would go with it. */
const LOST: ReadonlySet<string> = new Set<IndexErrorCode>([
  'INDEX_NOT_A_DATABASE',
  'INDEX_DAMAGED',
  'INDEX_SCHEMA_MISMATCH',
  'INDEX_IO',
  'SQLITE_ERROR',
])

/** What the index that is to be replaced knows; nothing if it is lost. */
function readKnown({ paths, report }: Run): Known {
  const nothing: Known = { known: [], knownLinks: new Map() }
  if (!existsSync(paths.index)) return nothing
  try {
    const old = openIndexWriter(paths.index)
    try {
      return { known: old.documents(), knownLinks: old.authoredLinks() }
    } finally {
      old.close()
    }
  } catch (error) {
    if (!isPinakesError(error) || !LOST.has(error.code)) throw error
    report.hint(
      `The old index could not be read, so identities come from the sidecars alone: ${error.message}.`,
    )
    return nothing
  }
}

/** Documents where nobody could look, or that may have moved there, would be missing from the new index. */
function refuseBlind({ untouched, kept }: Plan, { picture }: Observation): void {
  const hidden = untouched.filter(({ path }) => isUnknown(picture, path))
  const places = [
    ...picture.unknown.filter((place) => hidden.some(({ path }) => isAtOrBelowKey(place, path))),
    ...(kept.rows.length > 0 ? kept.unread : []),
  ]
  if (places.length === 0) return
  const count = hidden.length + kept.rows.length
  const unread = [...new Set(places)].sort(compareCodePoints)
  throw new SyncError({
    code: 'SYNC_REBUILD_BLIND',
    message: `A rebuild could lose ${count} document${count === 1 ? '' : 's'} in what is missing or unreadable: ${unread.map(displayPath).join(', ')}`,
    remedy:
      'Mount or restore it, or make it readable; to give up a source root for good, remove it from `roots` in [sources].',
    details: { unread },
  })
}

/** The new index with every document in it, open. */
interface Filled extends Pick<Selection, 'unmatched'> {
  readonly writer: IndexWriter
  /** Null where there was nothing to index. */
  readonly embedder: Embedder | null
}

/**
 * Puts every document into the new index. What was known and planned is let go with this frame: what is derived from all
 * documents at once is large itself.
 */
async function fill(run: Run): Promise<Filled> {
  const { paths, manifest, options } = run
  const { unmatched, ...work } = await prepare(run)
  removeUnfinishedIndex(paths.newIndex)
  const embedder = work.plan.actions.length > 0 ? await loadCheckedEmbedder(options, manifest) : null
  let writer: IndexWriter | null = null
  try {
    const embedding = embedder?.info() ?? (await wantedEmbedding(manifest, options.providers))
    writer = createIndex(paths.newIndex, { identity: { embedding, chunking: manifest.chunking } })
    await putDocuments(run, work, { writer, embedder })
    return { writer, embedder, unmatched }
  } catch (error) {
    try {
      writer?.close()
      removeUnfinishedIndex(paths.newIndex)
    } finally {
      await embedder?.close()
    }
    throw error
  }
}

async function putDocuments(
  run: Run,
  work: Work,
  { writer, embedder }: Pick<Filled, 'writer' | 'embedder'>,
): Promise<void> {
  const { known, plan } = work
  writer.putStamps(work.stamps.splice(0))
  const context = contextOf(run, { writer, known, observation: work, plan, writeSidecars: true })
  if (embedder !== null) await indexDocuments(context, plan.actions, embedder, { countAll: true })
  run.report.deleted.push(...plan.deleted.map(({ path }) => path))
  carryIdentities(writer, work)
  carryLinks(writer, work)
}

/** Derives what comes of all documents and closes the new index; false if nothing of what there was could be indexed. */
async function complete(run: Run, { writer, embedder }: Filled): Promise<boolean> {
  const { report } = run
  try {
    await derive(run, writer, true)
    report.graph = await withEmbedder(run, embedder, (getEmbedder) =>
      deriveEdges(run, { writer, changed: true, getEmbedder }),
    )
    storeFailures(writer, report, true)
    markComplete(writer)
    writer.checkpoint()
    return embedder === null || writer.counts().documents > 0
  } finally {
    try {
      writer.close()
    } finally {
      await embedder?.close()
    }
  }
}

function asEmbed(action: DocumentAction): DocumentAction {
  return { ...action, task: 'embed' }
}

/** A known document whose sidecar is unreadable: it keeps its identity and the metadata that the old index remembers. */
function blockedActions({ blocked }: Plan, { picture }: Observation): DocumentAction[] {
  const files = new Map(picture.files.map((file) => [file.path, file]))
  return blocked.flatMap(({ path, row }): DocumentAction[] => {
    const file = files.get(path)
    if (row === null || file === undefined || file.hash === null) return []
    return [
      {
        task: 'embed',
        reason: 'unchanged',
        id: row.id,
        file,
        sidecar: null,
        row,
        sidecarTask: { kind: 'none' },
      },
    ]
  })
}

/**
 * Every identity that the old index knew and the new one has no document for lives on as a deleted row: when the file
 * can be read again, or comes back, it is the same document. One that moved is looked for at its new place.
 */
function carryIdentities(writer: IndexWriter, { known, knownLinks, plan }: Work): void {
  const places = new Map(
    plan.actions.flatMap(({ id, file }) => (id === null ? [] : [[id, file.path] as const])),
  )
  const lost = known.filter(({ id }) => !writer.hasDocument(id))
  writer.inTransaction(() => {
    for (const row of lost) {
      writer.putDocument({
        document: { ...row, path: places.get(row.id) ?? row.path, state: 'deleted' },
        chunks: [],
        vectors: new Float32Array(0),
        links: knownLinks.get(row.id) ?? [],
      })
    }
  })
}

/** A document whose sidecar cannot be read keeps the links that were read of it before, as it keeps its metadata. */
function carryLinks(writer: IndexWriter, { knownLinks, plan }: Work): void {
  const blocked = new Set(plan.blocked.flatMap(({ row }) => (row === null ? [] : [row.id])))
  if (blocked.size === 0) return
  const rows = writer.documents().filter(({ id, state }) => state === 'active' && blocked.has(id))
  writer.inTransaction(() => {
    for (const row of rows) writer.updateDocument(row, knownLinks.get(row.id) ?? [])
  })
}
