import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { decodeText, MAX_TEXT_BYTES, sourceTypeOf } from '@pinakes/extract-free'
import { isPinakesError, mintUlid, systemErrorCode } from '@pinakes/manifest'
import { SidecarWriter } from '../apply/sidecar-writer.js'
import { mintedTitle } from '../documents/minted-title.js'
import { readSidecars } from '../observe/read-sidecars.js'
import { readClaims } from '../pairing/claims.js'
import { canHaveSidecar } from '../pairing/decide-action.js'
import { duplicateIds } from '../pairing/duplicate-ids.js'
import { reportWalk } from '../report/report-walk.js'
import type { DirectoryEntry } from '../walk/directory-listing.js'
import { pathOfKey } from '../walk/read-directory.js'
import { selectFiles } from '../walk/select-files.js'
import { throwIfInterrupted } from './interrupt.js'
import { duplicates, reportLongNames } from './make-plan.js'
import { Progress } from './progress.js'
import type { Run } from './run.js'

/** Sidecars whose writing is under way at once. */
const BATCH = 64

/** Mints the sidecars that are missing. The index is neither opened nor created. */
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
    isUnknown: () => false,
  })
  const unreadFiles = new Map<string, never>()
  reportWalk({ selection, unreadFiles }, [], report)
  for (const [path, sidecar] of claims.brokenByPath) {
    report.failText(path, 'index', sidecar.error, sidecar.remedy)
  }
  report.sidecars.orphaned.push(...claims.orphans)
  report.unchanged = claims.byPath.size
  const lacking = [...selection.documents].filter(
    ([key, { target }]) =>
      target !== null && canHaveSidecar(key) && !claims.byPath.has(key) && !claims.brokenByPath.has(key),
  )
  reportLongNames([...selection.documents.keys()], report)
  await mintAll(run, lacking)
}

async function mintAll(
  { root, manifest, report, options }: Run,
  lacking: readonly (readonly [string, DirectoryEntry])[],
): Promise<void> {
  const writer = new SidecarWriter(root, manifest.kb.id, report)
  const progress = new Progress(lacking.length, options.onProgress)
  const mint = async (key: string): Promise<void> => {
    try {
      const title = mintedTitle(key, sourceTypeOf(key), textOf(pathOfKey(root, key), key))
      await writer.create(key, { id: mintUlid(), title, restored: false })
    } catch (error) {
      report.fail(key, 'index', error)
    }
    progress.step(key)
  }
  try {
    for (let start = 0; start < lacking.length; start += BATCH) {
      throwIfInterrupted(options.signal)
      await Promise.all(lacking.slice(start, start + BATCH).map(([key]) => mint(key)))
      await setImmediate()
    }
  } finally {
    await writer.flush()
  }
}

/** The text of a Markdown file, for its heading; null if it has none that can be read. */
function textOf(path: string, key: string): string | null {
  if (sourceTypeOf(key) !== 'markdown') return null
  try {
    const bytes = readFileSync(path)
    return bytes.length > MAX_TEXT_BYTES ? null : decodeText(bytes, key)
  } catch (error) {
    // A file that cannot be read or decoded gets its name for a title; that it cannot is for the indexing to say.
    if (isPinakesError(error) || systemErrorCode(error) !== undefined) return null
    throw error
  }
}
