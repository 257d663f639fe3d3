import { LOGITS, TOKEN_STATES } from '../src/encode/model-runtime.js'
import type { OpenRuntime } from '../src/encode/open-model.js'
import { openOnnxCrossEncoder, openOnnxEncoder } from '../src/onnx/onnx-runtime.js'
import { TRANSFORMERS_MODULES } from '../src/transformers/transformers-module.js'
import { openTransformersRuntime } from '../src/transformers/transformers-runtime.js'

/** Every way to run an encoder's graph, by the package that runs it. */
export const ENCODERS: readonly (readonly [string, OpenRuntime])[] = [
  ['onnxruntime-node', openOnnxEncoder],
  ...TRANSFORMERS_MODULES.map(
    (name) =>
      [
        name,
        (located) => openTransformersRuntime(name, located, { loader: 'AutoModel', output: TOKEN_STATES }),
      ] as const satisfies readonly [string, OpenRuntime],
  ),
]

/** Every way to run a cross-encoder's graph. */
export const CROSS_ENCODERS: readonly (readonly [string, OpenRuntime])[] = [
  ['onnxruntime-node', openOnnxCrossEncoder],
  ...TRANSFORMERS_MODULES.map(
    (name) =>
      [
        name,
        (located) =>
          openTransformersRuntime(name, located, {
            loader: 'AutoModelForSequenceClassification',
            output: LOGITS,
          }),
      ] as const satisfies readonly [string, OpenRuntime],
  ),
]
