import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url))

/** The small models that `tools/models/tiny_models.py` makes. */
export type TinyModel = 'tiny-bert-encoder' | 'tiny-bert-reranker' | 'tiny-xlmr-reranker'

export function tinyModelFolder(name: TinyModel): string {
  return `${FIXTURES}models/${name}`
}

/** One table of the reference implementations' answers. */
export function goldenRows<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(`${FIXTURES}golden/${name}.json`, 'utf8'))
}
