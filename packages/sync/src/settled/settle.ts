import { documentKey, writeFileAtomic } from '@pinakes/manifest'
import type { SyncReport } from '../contracts.js'
import type { Observation } from '../observe/observe.js'
import type { Run } from '../run/run.js'
import { linkedState } from './linked-state.js'
import { readSettled, SETTLED_VERSION, type SettledState, settledPath, statIndex } from './settled-state.js'
import { treeSignature } from './tree-signature.js'

/** What a run ended with that found nothing to do. */
interface Outcome {
  readonly observation: Observation
  readonly report: SyncReport
  readonly scanDueMs: number | null
}

/**
 * Remembers that the tree as it was read, and the index, need nothing: the next run then has to read directories alone.
 * Does so only where that would show every change; failing to write it is no failure.
 */
export async function settle(
  { root, paths, manifest, source, tree, takenMs, options }: Run,
  { observation: { selection }, report, scanDueMs }: Outcome,
): Promise<void> {
  if (selection.leftRoots || report.outcome !== 'ok') return
  const roots = manifest.sources.roots.map((name) => documentKey(root, name) ?? '')
  const signature = treeSignature(tree, roots, takenMs)
  const index = statIndex(paths.index)
  if (signature === null || !signature.isSafe || index === null) return
  const linked = linkedState({ root, manifest }, scanDueMs, Date.now())
  if (linked === 'due') return
  const { unchanged, skipped, hints, chunkingDrift, sidecars } = report
  const state: SettledState = {
    version: SETTLED_VERSION,
    manifest: Buffer.from(source.bytes).toString('latin1'),
    roots,
    tree: signature.digest,
    index,
    extractors: options.extractors.map(({ name }) => name),
    extraction: { used: manifest.extraction.backend, default: source.backend },
    linked,
    report: { unchanged, skipped, hints, chunkingDrift, orphaned: sidecars.orphaned },
  }
  const text = `${JSON.stringify(state)}\n`
  const before = readSettled(paths.stateDir)
  if (before !== null && JSON.stringify(before) === JSON.stringify(state)) return
  await writeFileAtomic(settledPath(paths.stateDir), text).catch(() => undefined)
}
