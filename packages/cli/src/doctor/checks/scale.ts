import { resolveTier, type VectorTierSetting } from '@pinakes/index'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'
import { MANY_CHUNKS, TOO_MANY_CHUNKS } from './vector-tier.js'

const NAME = 'scale'

/** The index is of a size that its searches answer at once. */
export const scaleCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const chunks = (await context.index())?.counts().chunks ?? 0
    return scaleRow(context.manifest().retrieval.vectorTier, chunks)
  },
}

/** The row for so many active chunks: an exact scan is the first to become slow. */
export function scaleRow(setting: VectorTierSetting, chunks: number): CheckResult {
  const tier = resolveTier(setting, chunks)
  const most = tier === 'exact' ? MANY_CHUNKS : TOO_MANY_CHUNKS - 1
  const detail = `${chunks} of ${most} chunks that ${tier === 'exact' ? 'an exact scan' : tier} answers at once`
  if (chunks <= most) return ok(NAME, detail)
  return warn(
    NAME,
    detail,
    'split the knowledge base and connect the parts with [[links.kb]] in pinakes.toml',
  )
}
