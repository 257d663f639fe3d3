import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cachedExtractions } from '@pinakes/extract-free'
import { acquireSyncLock } from '@pinakes/index'
import { type KbPaths, systemErrorCode } from '@pinakes/manifest'
import { type ClearedFile, type ClearTarget, cachedFiles } from './clear-plan.js'

/** What `target` would take away now; the ledger and the pages of unfinished extractions are never part of it. */
export function clearable(paths: KbPaths, target: ClearTarget): ClearedFile[] {
  if (target === 'transcripts') return transcripts(paths.deepDir)
  return cachedFiles(paths.extractCacheDir, cachedExtractions(paths.extractCacheDir))
}

export interface ClearOptions {
  readonly forceUnlock: boolean
  readonly onNotice: (message: string) => void
}

/**
 * Deletes the files under the sync lock; those that were still there, or null where another sync keeps it out.
 * @throws IndexError `LOCK_FOREIGN`, `LOCK_ALIVE`, `LOCK_IO`
 */
export async function clearFiles(
  paths: KbPaths,
  files: readonly ClearedFile[],
  { forceUnlock, onNotice }: ClearOptions,
): Promise<readonly ClearedFile[] | null> {
  const outcome = await acquireSyncLock(paths.stateDir, { force: forceUnlock, onNotice })
  if (outcome.status === 'busy') return null
  try {
    return files.filter(({ path }) => remove(path))
  } finally {
    outcome.lock.release()
  }
}

/** False for a file that was gone already. */
function remove(path: string): boolean {
  try {
    rmSync(path)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Every transcript was paid for. */
function transcripts(directory: string): ClearedFile[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((file) => file.isFile() && file.name.endsWith('.json'))
      .map(({ name }) => join(directory, name))
      .sort()
      .map((path) => ({ path, bytes: statSync(path).size, isPaid: true }))
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}
