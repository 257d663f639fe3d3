import type { Provider } from '../contracts.js'
import { loadEncoder } from '../encode/load-encoder.js'
import { LOGITS, TOKEN_STATES } from '../encode/model-runtime.js'
import type { OpenRuntime } from '../encode/open-model.js'
import { installLine } from '../install-line.js'
import { openOnnxCrossEncoder, openOnnxEncoder } from '../onnx/provider.js'
import { loadCrossEncoder } from '../rerank/load-cross-encoder.js'
import { installedTransformers, TRANSFORMERS_MODULES } from './transformers-module.js'
import { openTransformersRuntime, type TransformersKind } from './transformers-runtime.js'

const ENCODER: TransformersKind = { loader: 'AutoModel', output: TOKEN_STATES }
const CROSS_ENCODER: TransformersKind = { loader: 'AutoModelForSequenceClassification', output: LOGITS }

/**
 * BERT-type models from the Hugging Face hub, run by transformers.js (either of its packages) or, when that is not
 * installed, by `onnxruntime-node`: same id, same vectors.
 */
export const transformersProvider: Provider = {
  name: 'sentence-transformers',
  aliases: ['transformers'],
  requires: {
    module: TRANSFORMERS_MODULES[0],
    alternatives: [...TRANSFORMERS_MODULES.slice(1), 'onnxruntime-node'],
    get install() {
      return installLine(TRANSFORMERS_MODULES[0])
    },
  },
  loadEmbedder: (request) =>
    loadEncoder('sentence-transformers', request, runtimeFor(ENCODER, openOnnxEncoder)),
  loadReranker: (request) =>
    loadCrossEncoder('sentence-transformers', request, runtimeFor(CROSS_ENCODER, openOnnxCrossEncoder)),
}

function runtimeFor(kind: TransformersKind, fallback: OpenRuntime): OpenRuntime {
  const name = installedTransformers()
  return name === null ? fallback : (located) => openTransformersRuntime(name, located, kind)
}
