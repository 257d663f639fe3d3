import { type IndexReader, openIndexReader } from '@pinakes/index'
import { findKbRoot, isPinakesError, kbPaths, loadManifest } from '@pinakes/manifest'
import { gitOfRepository } from '../git/git.js'
import type { CheckResult } from './check.js'
import { CHECKS } from './checks.js'
import { type DoctorContext, once } from './context.js'
import { runChecks } from './run-checks.js'
import { surveyKb } from './survey-kb.js'

/**
 * Every row about the knowledge base that `path` lies in. Writes nothing.
 * @throws ManifestError `KB_NOT_FOUND` where there is none
 */
export async function examine(path: string): Promise<readonly CheckResult[]> {
  const paths = kbPaths(findKbRoot(path))
  const manifest = once(() => loadManifest(paths.root))
  const reader = once(() => openIndex(paths.index))
  const context: DoctorContext = {
    paths,
    manifest,
    index: async () => reader(),
    git: once(() => gitOfRepository(paths.root, process.env, process.cwd())),
    survey: once(async () => {
      const { kb, sources } = manifest()
      return surveyKb({ root: paths.root, owner: kb.id, sources })
    }),
  }
  try {
    return await runChecks(CHECKS, context)
  } finally {
    closeIfOpen(reader)
  }
}

/** Null where there is no index yet. */
function openIndex(path: string): IndexReader | null {
  try {
    return openIndexReader(path)
  } catch (error) {
    if (isPinakesError(error, 'INDEX_MISSING')) return null
    throw error
  }
}

function closeIfOpen(reader: () => IndexReader | null): void {
  try {
    reader()?.close()
  } catch {
    // It never opened: its row says why.
  }
}
