import type { Provider } from '../contracts.js'
import { loadEncoder } from '../encode/load-encoder.js'
import { LOGITS, TOKEN_STATES } from '../encode/model-runtime.js'
import type { OpenRuntime } from '../encode/open-model.js'
import { installLine } from '../install-line.js'
import { loadCrossEncoder } from '../rerank/load-cross-encoder.js'
import { openOnnxRuntime } from './onnx-runtime.js'

/** Opens an encoder's graph in ONNX Runtime. */
export const openOnnxEncoder: OpenRuntime = ({ files }) => openOnnxRuntime(files.graph ?? '', TOKEN_STATES)

/** Opens a cross-encoder's graph in ONNX Runtime. */
export const openOnnxCrossEncoder: OpenRuntime = ({ files }) => openOnnxRuntime(files.graph ?? '', LOGITS)

/**
 * BERT-type models from the Hugging Face hub, run by `onnxruntime-node`. Its first name is the one that the Python
 * edition knows too, so that a manifest opens in both.
 */
export const onnxProvider: Provider = {
  name: 'fastembed',
  aliases: ['onnx'],
  requires: {
    module: 'onnxruntime-node',
    get install() {
      return installLine('onnxruntime-node')
    },
  },
  loadEmbedder: (request) => loadEncoder('fastembed', request, openOnnxEncoder),
  loadReranker: (request) => loadCrossEncoder('fastembed', request, openOnnxCrossEncoder),
}
