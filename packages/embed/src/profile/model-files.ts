import type { WantedFile } from '../model-files.js'
import type { Precision } from './model-name.js'

/** The graph as exporters name it: transformers.js, Optimum, sentence-transformers. Any CPU runs each of them. */
const GRAPHS: Readonly<Record<Precision, readonly string[]>> = {
  float32: ['onnx/model.onnx', 'model.onnx'],
  int8: [
    'onnx/model_quantized.onnx',
    'onnx/model_int8.onnx',
    'onnx/model_qint8_avx512_vnni.onnx',
    'onnx/model_quint8_avx2.onnx',
    'onnx/model_qint8_arm64.onnx',
    'model_quantized.onnx',
  ],
}

/** What a transformer model needs, and what says how it wants to be used. */
export function transformerFiles(precision: Precision): readonly WantedFile[] {
  const graphs = GRAPHS[precision]
  const optional = true
  return [
    { role: 'graph', paths: graphs },
    { role: 'tokenizer', paths: ['tokenizer.json'] },
    // Weights of more than 2 GB stand beside their graph.
    { role: 'graphData', paths: graphs.map((path) => `${path}_data`), optional },
    { role: 'config', paths: ['config.json'], optional },
    { role: 'tokenizerConfig', paths: ['tokenizer_config.json'], optional },
    { role: 'sentenceBert', paths: ['sentence_bert_config.json'], optional },
    { role: 'pooling', paths: ['1_Pooling/config.json'], optional },
    { role: 'sentenceTransformers', paths: ['config_sentence_transformers.json'], optional },
  ]
}
