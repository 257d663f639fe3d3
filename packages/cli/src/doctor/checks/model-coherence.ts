import { defaultProviders, loadEmbedder } from '@pinakes/embed'
import type { Manifest } from '@pinakes/manifest'
import { embeddingDifferences, type WantedEmbedding } from '@pinakes/retrieve'
import { type CheckResult, type DoctorCheck, fail, ok, warn } from '../check.js'

const NAME = 'model coherence'

/** The vectors of the index come from the model that the manifest names, weights included: what search insists on. */
export const modelCoherenceCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const meta = (await context.index())?.meta() ?? new Map<string, string>()
    return coherence(meta, await wantedEmbedding(context.manifest().embedding))
  },
}

async function wantedEmbedding(embedding: Manifest['embedding']): Promise<WantedEmbedding> {
  // An index records the provider's own name, a manifest may use another name of it.
  const wanted = { ...embedding, provider: defaultProviders().ownName(embedding.provider) }
  try {
    const embedder = await loadEmbedder({ ...embedding, offline: true })
    const { fingerprint } = embedder.info()
    await embedder.close()
    return { ...wanted, fingerprint }
  } catch {
    // That the model does not load is the row of the embedding model; the names can be compared without it.
    return wanted
  }
}

/** The row for an index with this `meta` under this embedder. */
export function coherence(meta: ReadonlyMap<string, string>, wanted: WantedEmbedding): CheckResult {
  if (meta.get('build_state') === 'building' || !meta.has('embedding_model')) {
    const detail = 'the first sync has not finished: the index has no model recorded yet'
    return warn('sync completeness', detail, 'pnk sync')
  }
  const differences = embeddingDifferences(meta, wanted)
  if (differences.length === 0) return ok(NAME, `${wanted.model}, ${wanted.dim} wide`)
  const each = differences.map(
    ({ key, recorded, wanted: value }) => `${key}: index ${recorded || 'none'}, wanted ${value || 'none'}`,
  )
  return fail(NAME, each.join('; '), 'pnk sync --rebuild, or restore the [embedding] table of pinakes.toml')
}
