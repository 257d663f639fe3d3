import { existsSync, readFileSync } from 'node:fs'
import { kbPaths, type Tree } from '@pinakes/manifest'
import type { SyncOptions, SyncReport } from '../contracts.js'
import { NOT_SCANNED } from '../report/not-scanned.js'
import { isLinkedFresh } from './linked-state.js'
import { isSameIndex, readSettled, statIndex } from './settled-state.js'
import { treeSignature } from './tree-signature.js'

/**
 * The report of a run that would find nothing to do, or null if there may be something. Reads directories and no file
 * of the KB but the manifest, opens no index and takes no lock: it only looks, and where a lock lies it does not answer.
 */
export function unchangedReport(
  root: string,
  options: SyncOptions,
  look: { readonly tree: Tree; readonly takenMs: number },
): SyncReport | null {
  const started = performance.now()
  if (options.scanLinks || options.entities !== undefined) return null
  const paths = kbPaths(root)
  const state = readSettled(paths.stateDir)
  if (state === null || existsSync(paths.lock)) return null
  const index = statIndex(paths.index)
  if (index === null || !isSameIndex(index, state.index)) return null
  if (readManifest(paths.manifest) !== state.manifest) return null
  if (options.extractors.map(({ name }) => name).join() !== state.extractors.join()) return null
  if ((options.extraction ?? state.extraction.default) !== state.extraction.used) return null
  if (!isLinkedFresh(root, state.linked, look.takenMs)) return null
  if (options.derivations?.some((derivation) => derivation.isDue?.(root))) return null
  if (treeSignature(look.tree, state.roots, look.takenMs)?.digest !== state.tree) return null
  const { orphaned, ...rest } = state.report
  return {
    outcome: 'ok',
    added: [],
    updated: [],
    renamed: [],
    refreshed: [],
    deleted: [],
    failed: [],
    ambiguous: [],
    likelyMoved: [],
    sidecars: { written: [], restored: [], moved: [], orphaned },
    linkScan: NOT_SCANNED,
    ...rest,
    graph: null,
    elapsedMs: performance.now() - started,
  }
}

function readManifest(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // The run itself says what is wrong with it.
    return null
  }
}
