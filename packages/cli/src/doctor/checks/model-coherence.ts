import type { Manifest } from '@pinakes/manifest'
import { type CheckResult, type DoctorCheck, fail, ok, warn } from '../check.js'

const NAME = 'model coherence'

/** The vectors of the index come from the model that the manifest names. */
export const modelCoherenceCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const meta = (await context.index())?.meta() ?? new Map<string, string>()
    return coherence(meta, context.manifest().embedding)
  },
}

const KEYS = ['embedding_provider', 'embedding_model', 'embedding_dim', 'embedding_revision'] as const

/** The row for an index with this `meta` under a manifest with this `[embedding]`. */
export function coherence(meta: ReadonlyMap<string, string>, embedding: Manifest['embedding']): CheckResult {
  if (meta.get('build_state') === 'building' || KEYS.every((key) => !meta.has(key))) {
    return warn(
      'sync completeness',
      'the first sync has not finished: the index has no model recorded yet',
      'pnk sync',
    )
  }
  const wanted: Readonly<Record<(typeof KEYS)[number], string>> = {
    embedding_provider: embedding.provider,
    embedding_model: embedding.model,
    embedding_dim: String(embedding.dim),
    embedding_revision: embedding.revision ?? '',
  }
  const differences = KEYS.filter((key) => (meta.get(key) ?? '') !== wanted[key])
  if (differences.length === 0) return ok(NAME, `${embedding.model}, ${embedding.dim} wide`)
  const each = differences.map(
    (key) => `${key}: index ${meta.get(key) ?? 'none'}, manifest ${wanted[key] || 'none'}`,
  )
  return fail(NAME, each.join('; '), 'pnk sync --rebuild, or restore the [embedding] table of pinakes.toml')
}
