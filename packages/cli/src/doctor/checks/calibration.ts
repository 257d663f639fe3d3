import { defaultProviders } from '@pinakes/embed'
import { displayPath, type Manifest } from '@pinakes/manifest'
import { modelFingerprint } from '@pinakes/retrieve'
import { type CheckResult, type DoctorCheck, fail, ok, warn } from '../check.js'

const NAME = 'calibration'

/** The thresholds of confidence were fitted for the reranker that runs; without any, confidence is unknown. */
export const calibrationCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const { retrieval, rerank } = context.manifest()
    const runs = retrieval.rerank !== 'none'
    const reranker = runs && retrieval.confidence !== null ? await fingerprintOf(rerank) : null
    return calibrationRow(retrieval.confidence?.fittedFor ?? null, runs ? { reranker } : null)
  },
}

/** Null for a reranker that does not load here; its own row says why. */
async function fingerprintOf(rerank: Manifest['rerank']): Promise<string | null> {
  try {
    const reranker = await defaultProviders().loadReranker(rerank.provider, { ...rerank, offline: true })
    try {
      return modelFingerprint(reranker.info())
    } finally {
      await reranker.close()
    }
  } catch {
    return null
  }
}

/**
 * The row for thresholds that were fitted for `fittedFor`, null for none. `running` is null where the manifest wants no
 * reranker; its `reranker` is null where that does not load.
 */
export function calibrationRow(
  fittedFor: string | null,
  running: { readonly reranker: string | null } | null,
): CheckResult {
  if (running === null) {
    if (fittedFor === null) return ok(NAME, 'none, as no reranker scores')
    return warn(
      NAME,
      `fitted for ${displayPath(fittedFor)}, and no reranker runs`,
      'set rerank = "local" in [retrieval] of pinakes.toml, or remove [retrieval.confidence]',
    )
  }
  if (fittedFor === null) return warn(NAME, 'none fitted: confidence is unknown', 'pnk calibrate')
  if (running.reranker === null) {
    const detail = `fitted for ${displayPath(fittedFor)}; the reranker does not load, so nothing was compared`
    return warn(NAME, detail, 'see the row of the reranker')
  }
  if (running.reranker === fittedFor) return ok(NAME, `fitted for ${displayPath(fittedFor)}`)
  return fail(
    NAME,
    `fitted for ${displayPath(fittedFor)}, and ${displayPath(running.reranker)} runs: confidence is unknown`,
    'pnk calibrate, or remove [retrieval.confidence] from pinakes.toml',
  )
}
