import type { CachedModel } from './cached-models.js'
import { type VerifiedFile, verifySnapshot } from './verify.js'

/** A model of the cache at one commit, with what reading its files showed. */
export interface VerifiedSnapshot {
  readonly model: string
  readonly commit: string
  readonly refs: readonly string[]
  /** Absolute. */
  readonly folder: string
  /** Why no provider can use it; null if one can. */
  readonly lacks: string | null
  readonly files: readonly VerifiedFile[]
}

/** Every snapshot of a model in the cache, with every file checked. Reads all of them. */
export async function verifyCachedModel({
  model,
  folder: repo,
  snapshots,
}: CachedModel): Promise<readonly VerifiedSnapshot[]> {
  const verified: VerifiedSnapshot[] = []
  for (const { commit, refs, folder, lacks } of snapshots) {
    verified.push({ model, commit, refs, folder, lacks, files: await verifySnapshot(repo, commit) })
  }
  return verified
}
