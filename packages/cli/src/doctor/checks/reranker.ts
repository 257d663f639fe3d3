import { defaultProviders, staticProvider } from '@pinakes/embed'
import { displayPath } from '@pinakes/manifest'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'reranker'

/** The reranking model loads without the network, if the manifest asks for one. */
export const rerankerCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const { retrieval, rerank } = context.manifest()
    if (retrieval.rerank === 'none') return ok(NAME, 'disabled')
    const reranker = await defaultProviders().loadReranker(rerank.provider, { ...rerank, offline: true })
    try {
      const { model, provider, revision, fingerprint } = reranker.info()
      const name = `${displayPath(model)}, provider ${provider}`
      if (rerank.revision !== null) return ok(NAME, `${name}, revision ${rerank.revision}`)
      if (provider === staticProvider.name) return ok(NAME, `${name}, weights ${fingerprint}`)
      if (revision === null)
        return warn(NAME, `${name}, unpinned`, 'write revision = "…" into [rerank] of pinakes.toml')
      const remedy = `write revision = "${revision}" into [rerank] of pinakes.toml`
      return warn(NAME, `${name}, unpinned: ${revision} is used now`, remedy)
    } finally {
      await reranker.close()
    }
  },
}
