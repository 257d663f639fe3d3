import { defaultProviders } from '../../src/load-embedder.js'
import { useModelCache } from '../model-cache-fixture.js'
import { describeEmbedder } from './embedder-contract.js'

const cache = useModelCache()
const providers = defaultProviders()

describeEmbedder('static', () =>
  providers.loadEmbedder('static', { model: 'pinakes/static-en', revision: null, dim: 256, offline: true }),
)

for (const provider of ['onnx', 'transformers']) {
  describeEmbedder(provider, () => {
    cache.add('pinakes/tiny-bert-encoder', 'tiny-bert-encoder')
    return providers.loadEmbedder(provider, {
      model: 'pinakes/tiny-bert-encoder',
      revision: null,
      dim: 32,
      offline: true,
    })
  })
}
