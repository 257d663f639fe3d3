import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { acquireSyncLock, openIndexReader } from '@pinakes/index'
import { displayPath, isPinakesError, kbPaths, loadManifest, systemErrorCode } from '@pinakes/manifest'
import { CliError } from '../cli-error.js'
import { surveyKb } from '../doctor/survey-kb.js'
import { firstFew } from '../output/lines.js'
import { type Orphan, type PrunePlan, prunePlan } from './prune-plan.js'

/**
 * The orphaned sidecars of the knowledge base at `root` as they lie there now.
 * @throws CliError `CLI_PRUNE_BLIND` while a source root or a folder cannot be looked into; ManifestError; IndexError
 */
export function planPrune(root: string): PrunePlan {
  const { kb, sources } = loadManifest(root)
  const survey = surveyKb({ root, owner: kb.id, sources })
  if (survey.unknown.length > 0) throw blind(survey.unknown)
  return prunePlan({ survey, kb: kb.id, indexed: indexedIds(kbPaths(root).index) })
}

/** What a prune did; `kept` also names what was no orphan any more when its turn came. */
export interface Pruned {
  readonly outcome: 'pruned' | 'busy'
  readonly removed: readonly string[]
  readonly kept: PrunePlan['kept']
}

/**
 * Deletes those of `wanted` that are still orphans, under the sync lock.
 * @throws as {@link planPrune}, and IndexError of the lock
 */
export async function prune(
  root: string,
  wanted: readonly Orphan[],
  onNotice: (message: string) => void,
): Promise<Pruned> {
  const outcome = await acquireSyncLock(kbPaths(root).stateDir, { onNotice })
  if (outcome.status === 'busy') return { outcome: 'busy', removed: [], kept: [] }
  try {
    const now = planPrune(root)
    const orphans = new Map(now.removable.map(({ path, id }) => [path, id]))
    const removed = wanted
      .filter(({ path, id, document }) => orphans.get(path) === id && isMissing(join(root, document)))
      .map(({ path }) => path)
    for (const path of removed) rmSync(join(root, path))
    const changed = wanted.map(({ path }) => path).filter((path) => !removed.includes(path))
    return {
      outcome: 'pruned',
      removed,
      kept: [...now.kept, ...changed.map((path) => ({ path, why: CHANGED }))],
    }
  } finally {
    outcome.lock.release()
  }
}

const CHANGED = 'it has changed, or its document is back'

/** Ids of the documents that the index has as present; none without an index. */
function indexedIds(path: string): ReadonlySet<string> {
  try {
    const reader = openIndexReader(path)
    try {
      return new Set(reader.documents({ state: 'active' }).map(({ id }) => id))
    } finally {
      reader.close()
    }
  } catch (error) {
    if (isPinakesError(error, 'INDEX_MISSING')) return new Set()
    throw error
  }
}

function isMissing(path: string): boolean {
  try {
    lstatSync(path)
    return false
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT'
  }
}

function blind(places: readonly string[]): CliError {
  const named = firstFew(places.map((place) => displayPath(place || '.')))
  return new CliError({
    code: 'CLI_PRUNE_BLIND',
    message: `${named} cannot be looked into, so nobody can tell which documents are missing: nothing was deleted`,
    remedy: 'mount it or make it readable; drop it from roots in [sources] if it is gone for good',
  })
}
