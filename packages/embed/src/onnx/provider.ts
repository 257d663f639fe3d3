import type { Provider } from '../contracts.js'
import { installLine } from '../install-line.js'

const NAME = 'fastembed'

/**
 * BERT-type models from the Hugging Face hub, run by `onnxruntime-node`. Its first name is the one that the Python
 * edition knows too, so that a manifest opens in both. What loads a model is imported when one is loaded.
 */
export const onnxProvider: Provider = {
  name: NAME,
  aliases: ['onnx'],
  requires: {
    module: 'onnxruntime-node',
    get install() {
      return installLine('onnxruntime-node')
    },
  },
  async loadEmbedder(request) {
    const [{ loadEncoder }, { openOnnxEncoder }] = await Promise.all([
      import('../encode/load-encoder.js'),
      import('./onnx-runtime.js'),
    ])
    return loadEncoder(NAME, request, openOnnxEncoder)
  },
  async loadReranker(request) {
    const [{ loadCrossEncoder }, { openOnnxCrossEncoder }] = await Promise.all([
      import('../rerank/load-cross-encoder.js'),
      import('./onnx-runtime.js'),
    ])
    return loadCrossEncoder(NAME, request, openOnnxCrossEncoder)
  },
}
