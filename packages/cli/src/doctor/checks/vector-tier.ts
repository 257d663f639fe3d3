import { INT8_FROM, resolveTier, type TierAgreement, type VectorTierSetting } from '@pinakes/index'
import { count } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, fail, ok, warn } from '../check.js'

const NAME = 'vector tier'

/** From so many chunks on a search by the exact tier is waited for. */
export const MANY_CHUNKS = 50_000

/** From so many chunks on every tier is. */
export const TOO_MANY_CHUNKS = 2_000_000

/** How searches scan the vectors, why so, and that the ways which are not exact find what the exact one does. */
export const vectorTierCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const reader = await context.index()
    if (reader === null) return []
    const setting = context.manifest().retrieval.vectorTier
    return reader.snapshot(() => {
      const { chunks } = reader.counts()
      const tiers = new Set(['int8', resolveTier(setting, chunks)] as const)
      tiers.delete('exact')
      return vectorTierRow({
        setting,
        chunks,
        agreements: [...tiers].map((tier) => reader.tierAgreement(tier)),
      })
    })
  },
}

/** What the row is made of. */
export interface VectorTierState {
  readonly setting: VectorTierSetting
  /** Active ones. */
  readonly chunks: number
  /** Of the tiers that are not exact. */
  readonly agreements: readonly TierAgreement[]
}

/** The row for searches of that setting over so many chunks. A tier that differs is worse than a slow one. */
export function vectorTierRow({ setting, chunks, agreements }: VectorTierState): CheckResult {
  const tier = resolveTier(setting, chunks)
  const why = `${tier} for ${count(chunks, 'chunk')}: ${reason(setting)}`
  const wrong = agreements.find(({ difference }) => difference !== null)
  if (wrong !== undefined) return fail(NAME, `${why}; ${differs(wrong)}`, remedyFor(wrong))
  if (chunks >= TOO_MANY_CHUNKS)
    return warn(
      NAME,
      `${why}; from ${TOO_MANY_CHUNKS} on searches are slow by any tier`,
      'split the knowledge base and connect the parts with [[links.kb]] in pinakes.toml',
    )
  if (tier === 'exact' && chunks >= MANY_CHUNKS)
    return warn(
      NAME,
      `${why}; from ${MANY_CHUNKS} on its searches are slow`,
      'set vector_tier = "auto" in [retrieval] of pinakes.toml: it finds the same',
    )
  return ok(NAME, `${why}${agreements.map(agrees).join('')}`)
}

function reason(setting: VectorTierSetting): string {
  if (setting !== 'auto') return `vector_tier = "${setting}"`
  return `vector_tier = "auto" takes int8 from ${INT8_FROM} on`
}

function agrees({ tier, queries }: TierAgreement): string {
  return queries === 0
    ? ''
    : `; ${tier} finds for ${count(queries, 'stored vector')} what an exact scan finds`
}

function differs({ tier, difference }: TierAgreement): string {
  return `${tier} does not find for a stored vector what an exact scan finds, from rank ${difference?.rank} on`
}

/** Codes are stored and can be made anew; sqlite-vec has nothing of its own in the index. */
function remedyFor({ tier }: TierAgreement): string {
  if (tier === 'int8') return 'pnk sync --rebuild'
  return 'pnk sync --rebuild; if it stays, set vector_tier = "auto" in [retrieval] of pinakes.toml'
}
