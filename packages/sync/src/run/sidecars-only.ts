import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { decodeText, MAX_TEXT_BYTES, sourceTypeOf } from '@pinakes/extract-free'
import {
  type DirectoryEntry,
  isPinakesError,
  mintUlid,
  pathOfKey,
  selectFiles,
  sidecarPath,
} from '@pinakes/manifest'
import { SidecarWriter } from '../apply/sidecar-writer.js'
import type { DocumentScope } from '../contracts.js'
import { mintedTitle } from '../documents/minted-title.js'
import { asUnreadable } from '../documents/unreadable.js'
import { readSidecars } from '../observe/read-sidecars.js'
import { type Claims, readClaims } from '../pairing/claims.js'
import { canHaveSidecar } from '../pairing/decide-action.js'
import { duplicateIds } from '../pairing/duplicate-ids.js'
import type { SeenSidecar } from '../pairing/picture.js'
import { reportWalk } from '../report/report-walk.js'
import { throwIfInterrupted } from './interrupt.js'
import { duplicates, reportLongNames } from './make-plan.js'
import { Progress } from './progress.js'
import type { Run } from './run.js'

/** Sidecars whose writing is under way at once. */
const BATCH = 64

/** Mints the sidecars that are missing, and moves those whose document is known to have moved. The index is neither opened nor created. */
export async function runSidecarsOnly(run: Run): Promise<void> {
  const { root, manifest, tree, report, options } = run
  const selection = selectFiles(root, manifest.sources, tree)
  const sidecars = await readSidecars(selection.sidecars, {
    root,
    owner: manifest.kb.id,
    idOfHash: new Map(),
    stamps: new Map(),
    takenMs: run.takenMs,
    signal: options.signal,
  })
  const found = duplicateIds(sidecars.readable)
  if (found.length > 0) throw duplicates(found)
  const claims = readClaims({
    known: [],
    files: [...selection.documents.keys()].map((path) => ({ path, hash: null, size: 0 })),
    sidecars: sidecars.readable,
    broken: sidecars.broken,
    present: selection.present,
    unknown: [],
  })
  const unreadFiles = new Map<string, never>()
  // What lies elsewhere is for a whole sync to say: here it would hold up a commit that has no part in it.
  if (options.scope === undefined) reportWalk({ selection, unreadFiles }, [], report)
  const isAsked = (key: string): boolean => options.scope?.added.has(key) ?? true
  for (const [path, sidecar] of claims.brokenByPath) {
    if (isAsked(path)) report.failText(path, 'index', sidecar.error, sidecar.remedy)
  }
  report.sidecars.orphaned.push(...claims.orphans)
  report.unchanged = claims.byPath.size
  const lacking = [...selection.documents].filter(
    ([key, { target }]) =>
      isAsked(key) &&
      target !== null &&
      canHaveSidecar(key) &&
      !claims.byPath.has(key) &&
      !claims.brokenByPath.has(key),
  )
  reportLongNames([...selection.documents.keys()], report)
  await placeAll(run, lacking, movedSidecars(claims.loose, options.scope))
}

/** By path of a document that moved: the sidecar that it left behind. */
function movedSidecars(
  loose: Claims['loose'],
  scope: DocumentScope | undefined,
): ReadonlyMap<string, SeenSidecar> {
  const left = new Map([...loose.values()].map((sidecar) => [sidecar.path, sidecar]))
  const moved = [...(scope?.movedFrom ?? [])].flatMap(([key, from]) => {
    const sidecar = left.get(sidecarPath(from))
    return sidecar === undefined ? [] : [[key, sidecar] as const]
  })
  return new Map(moved)
}

async function placeAll(
  { root, manifest, report, options }: Run,
  lacking: readonly (readonly [string, DirectoryEntry])[],
  moved: ReadonlyMap<string, SeenSidecar>,
): Promise<void> {
  const writer = new SidecarWriter(root, manifest.kb.id, report)
  const progress = new Progress(lacking.length, options.onProgress)
  const place = async (key: string): Promise<void> => {
    try {
      const sidecar = moved.get(key)
      if (sidecar !== undefined) return void (await writer.move(sidecar.path, key, sidecar.id))
      const title = mintedTitle(key, sourceTypeOf(key), textOf(pathOfKey(root, key), key))
      await writer.create(key, { id: mintUlid(), title, restored: false })
    } catch (error) {
      report.fail(key, 'index', error)
    } finally {
      progress.step(key)
    }
  }
  try {
    for (let start = 0; start < lacking.length; start += BATCH) {
      throwIfInterrupted(options.signal)
      await Promise.all(lacking.slice(start, start + BATCH).map(([key]) => place(key)))
      await setImmediate()
    }
  } finally {
    await writer.flush()
  }
}

/**
 * The text of a Markdown file, for its heading; null if it is too long or cannot be decoded, which is for the indexing
 * to say.
 * @throws SyncError `SYNC_FILE_UNREADABLE`: the file name would be its title for good
 */
function textOf(path: string, key: string): string | null {
  if (sourceTypeOf(key) !== 'markdown') return null
  try {
    const bytes = readFileSync(path)
    return bytes.length > MAX_TEXT_BYTES ? null : decodeText(bytes, key)
  } catch (error) {
    if (isPinakesError(error)) return null
    throw asUnreadable(key, error)
  }
}
