/** See README.md in this folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelLines } from '../bench/ir/knowledge-base.js'
import { type ModelChoice, readOptions } from '../bench/ir/options.js'
import { line } from '../bench/ir/table.js'
import { evaluateCopy, type Measurement } from './evaluate-copy.js'

const HEAD = ['vectors', 'reranker', 'recall@5', 'MRR', 'nDCG@5', 'paraphrase recall@5']
const CONFIDENCE = ['false confidence', 'false abstain', 'abstention recall']

/** The manifest of `root` with its tables of models replaced; confidence was fitted for another, so it goes too. */
function withModels(root: string, embedder: ModelChoice, reranker: ModelChoice | null): string {
  const tables = readFileSync(join(root, 'pinakes.toml'), 'utf8').split(/^(?=\[)/m)
  const kept = tables.filter((table) => /^\[(kb|sources|chunking)\]/.test(table))
  const models = [
    `[embedding]\n${modelLines(embedder)}dim = ${embedder.dim}\n`,
    `[retrieval]\nrerank = "${reranker === null ? 'none' : 'local'}"\n`,
    ...(reranker === null ? [] : [`[rerank]\n${modelLines(reranker)}`]),
  ]
  return [...kept, ...models].join('\n')
}

function row(embedder: ModelChoice, reranker: ModelChoice | null, { evaluation }: Measurement): string {
  const { summary, ndcg, calibration } = evaluation
  const leftOut = calibration?.fits[0]?.leftOut
  const found = [summary.recallAtK, summary.mrr, ndcg, summary.byKind.paraphrase ?? 0]
  const judged = leftOut
    ? [leftOut.falseConfidence, leftOut.falseAbstain, leftOut.abstained]
    : [null, null, null]
  return line([
    embedder.model,
    reranker?.model ?? 'none',
    ...[...found, ...judged].map((value) => (value === null ? '' : value.toFixed(3))),
  ])
}

const { collections, embedders, reranker } = readOptions(process.argv.slice(2))
console.log(line([...HEAD, ...CONFIDENCE.map((name) => `${name}, left out`)]))
console.log(line([...HEAD, ...CONFIDENCE].map(() => '---')))
for (const root of collections) {
  for (const embedder of embedders) {
    for (const one of reranker === null ? [null] : [null, reranker]) {
      console.log(row(embedder, one, await evaluateCopy(root, withModels(root, embedder, one))))
    }
  }
}
