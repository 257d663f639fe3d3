import { ExtractorRegistry } from '@pinakes/extract-free'
import { acquireSyncLock } from '@pinakes/index'
import {
  kbPaths,
  type Manifest,
  parseManifest,
  readManifestBytes,
  type Selection,
  type Tree,
} from '@pinakes/manifest'
import type { SyncOptions, SyncReport } from '../contracts.js'
import { ReportBuilder } from '../report/report-builder.js'
import { unmatchedHint } from '../report/unmatched-hint.js'
import { settle } from '../settled/settle.js'
import { runFullSync } from './full-sync.js'
import { interrupted, throwIfInterrupted } from './interrupt.js'
import { runRebuild } from './rebuild.js'
import type { Run } from './run.js'
import { runSidecarsOnly } from './sidecars-only.js'

/** What was seen before the run began. */
export interface FirstLook {
  readonly tree: Tree
  readonly takenMs: number
}

/** A whole sync, under the lock. `root` is resolved. */
export async function runSync(root: string, options: SyncOptions, look: FirstLook): Promise<SyncReport> {
  const paths = kbPaths(root)
  const extractors = new ExtractorRegistry(options.extractors)
  const bytes = readManifestBytes(paths.manifest)
  const declared = parseManifest(bytes, { path: paths.manifest, root })
  const manifest = withExtraction(declared, options.extraction)
  const source = { bytes, backend: declared.extraction.backend }
  extractors.find(manifest.extraction.backend)
  throwIfInterrupted(options.signal)
  const outcome = await acquireSyncLock(paths.stateDir, {
    force: options.forceUnlock ?? false,
    waitMs: options.lockWaitMs ?? 0,
    ...(options.onNotice === undefined ? {} : { onNotice: options.onNotice }),
  })
  const report = new ReportBuilder(root)
  if (outcome.status === 'busy') return report.build('busy')
  const { lock } = outcome
  try {
    return await runMode({ root, paths, manifest, source, extractors, options, lock, report, ...look })
  } catch (error) {
    throw options.signal?.aborted && error === options.signal.reason ? interrupted(error) : error
  } finally {
    lock.release()
  }
}

/** `manifest` with the backend of this run, which the registry knows. */
function withExtraction(manifest: Manifest, backend: string | undefined): Manifest {
  if (backend === undefined) return manifest
  return { ...manifest, extraction: { ...manifest.extraction, backend: backend as Backend } }
}

type Backend = Manifest['extraction']['backend']

async function runMode(run: Run): Promise<SyncReport> {
  const { options, report } = run
  const mode = options.mode ?? 'full'
  if (mode === 'sidecars-only') {
    await runSidecarsOnly(run)
    return report.build()
  }
  if (mode === 'rebuild') {
    const selection = await runRebuild(run)
    reportUnmatched(run, selection)
    return report.build()
  }
  const { observation, isSettled, scanDueMs } = await runFullSync(run, mode === 'full')
  reportUnmatched(run, observation.selection)
  const result = report.build()
  if (isSettled) await settle(run, { observation, report: result, scanDueMs })
  return result
}

function reportUnmatched(
  { root, manifest, extractors, report }: Run,
  { unmatched }: Pick<Selection, 'unmatched'>,
): void {
  const hint = unmatchedHint(unmatched, {
    root,
    exclude: manifest.sources.exclude,
    pdfRemedy: pdfRemedy(extractors, manifest),
  })
  if (hint !== null) report.hint(hint)
}

function pdfRemedy(extractors: ExtractorRegistry, { extraction: { backend } }: Manifest): string | null {
  if (extractors.isInstalled(backend)) return null
  const install = extractors.find(backend)?.requires?.install
  return install === undefined ? 'This release cannot read PDFs.' : `To read PDFs: ${install}.`
}
