import { type Embedder, loadEmbedder } from '@pinakes/embed'
import { displayPath, type Manifest } from '@pinakes/manifest'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'embedding model'

/** The embedding model loads without the network, and is the one that the manifest means. */
export const embeddingModelCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const { embedding } = context.manifest()
    const embedder = await loadEmbedder({ ...embedding, offline: true })
    try {
      return pinning(embedder.info(), embedding)
    } finally {
      await embedder.close()
    }
  },
}

/** The row for a model that loaded: its weights are pinned by a revision, or by what the package itself ships. */
export function pinning(info: ReturnType<Embedder['info']>, embedding: Manifest['embedding']): CheckResult {
  const name = `${displayPath(info.model)}, ${info.dim} wide, provider ${info.provider}`
  if (embedding.revision !== null) return ok(NAME, `${name}, revision ${embedding.revision}`)
  if (info.fingerprint !== null) return ok(NAME, `${name}, weights ${info.fingerprint}`)
  if (info.revision === null)
    return warn(NAME, `${name}, unpinned`, 'write revision = "…" into [embedding] of pinakes.toml')
  return warn(
    NAME,
    `${name}, unpinned: ${info.revision} is used now`,
    `write revision = "${info.revision}" into [embedding] of pinakes.toml`,
  )
}
