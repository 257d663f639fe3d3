import { LOGITS, TOKEN_STATES } from '../encode/model-runtime.js'
import type { OpenRuntime } from '../encode/open-model.js'
import { openOnnxCrossEncoder, openOnnxEncoder } from '../onnx/onnx-runtime.js'
import { installedTransformers } from './transformers-module.js'
import { openTransformersRuntime, type TransformersKind } from './transformers-runtime.js'

const ENCODER: TransformersKind = { loader: 'AutoModel', output: TOKEN_STATES }
const CROSS_ENCODER: TransformersKind = { loader: 'AutoModelForSequenceClassification', output: LOGITS }

/** Opens an encoder's graph in the installed transformers.js, else in ONNX Runtime. */
export const openInstalledEncoder: OpenRuntime = (located) =>
  openIn(installedTransformers(), ENCODER, openOnnxEncoder)(located)

/** Opens a cross-encoder's graph in the installed transformers.js, else in ONNX Runtime. */
export const openInstalledCrossEncoder: OpenRuntime = (located) =>
  openIn(installedTransformers(), CROSS_ENCODER, openOnnxCrossEncoder)(located)

/** The way to open a graph of that kind with the package `name`, or the fallback if it is null. */
export function openIn(name: string | null, kind: TransformersKind, fallback: OpenRuntime): OpenRuntime {
  return name === null ? fallback : (located) => openTransformersRuntime(name, located, kind)
}
