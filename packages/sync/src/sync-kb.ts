import { realpathSync } from 'node:fs'
import { checkStateDirectory, loadManifest, Tree } from '@pinakes/manifest'
import type { SyncOptions, SyncReport } from './contracts.js'
import { unchangedReport } from './settled/unchanged-report.js'

/**
 * Brings the KB at `root` (a directory that holds a `pinakes.toml`) in line with its files, and reports what that took.
 * What befalls one document is in the report: its last good version stays searchable, and the others go on. A run that
 * another sync keeps out has the outcome `busy`.
 *
 * Rejects when the run as a whole was refused or ended: SyncError (see its codes), ManifestError, IndexError,
 * ExtractError `EXTRACTOR_UNKNOWN`, and what `loadEmbedder` says. Documents committed before stay.
 */
export async function syncKb(root: string, options: SyncOptions): Promise<SyncReport> {
  const resolved = realRoot(root)
  checkStateDirectory(resolved)
  const look = { tree: new Tree(resolved), takenMs: Date.now() }
  const mode = options.mode ?? 'full'
  if (mode === 'full' || mode === 'index-only') {
    const report = unchangedReport(resolved, options, look)
    if (report !== null) return report
  }
  // Loaded only when there is something to do: SQLite, YAML and TOML cost more than a look at the tree.
  const { runSync } = await import('./run/run-sync.js')
  return runSync(resolved, options, look)
}

/** @throws ManifestError `MANIFEST_UNREADABLE` for a directory that is not there */
function realRoot(root: string): string {
  try {
    return realpathSync(root)
  } catch (error) {
    // Says in our words which manifest cannot be read, and why.
    loadManifest(root)
    throw error
  }
}
