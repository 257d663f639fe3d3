import type { Provider } from '../contracts.js'
import { installLine } from '../install-line.js'
import { TRANSFORMERS_MODULES } from './transformers-module.js'

const NAME = 'sentence-transformers'

/**
 * BERT-type models from the Hugging Face hub, run by transformers.js (either of its packages) or, when that is not
 * installed, by `onnxruntime-node`: same id, same vectors. What loads a model is imported when one is loaded.
 */
export const transformersProvider: Provider = {
  name: NAME,
  aliases: ['transformers'],
  requires: {
    module: TRANSFORMERS_MODULES[0],
    alternatives: [...TRANSFORMERS_MODULES.slice(1), 'onnxruntime-node'],
    get install() {
      return installLine(TRANSFORMERS_MODULES[0])
    },
  },
  async loadEmbedder(request) {
    const [{ loadEncoder }, { openInstalledEncoder }] = await Promise.all([
      import('../encode/load-encoder.js'),
      import('./installed-runtime.js'),
    ])
    return loadEncoder(NAME, request, openInstalledEncoder)
  },
  async loadReranker(request) {
    const [{ loadCrossEncoder }, { openInstalledCrossEncoder }] = await Promise.all([
      import('../rerank/load-cross-encoder.js'),
      import('./installed-runtime.js'),
    ])
    return loadCrossEncoder(NAME, request, openInstalledCrossEncoder)
  },
}
