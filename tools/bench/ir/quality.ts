/** See README.md in this folder. */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readOptions } from './options.js'
import { type CollectionScores, qualityPage } from './quality-page.js'
import { runCollections } from './run-collections.js'

const PAGE = new URL('../../../docs/quality.md', import.meta.url)

/** The embedders and the reranker of the page; `run.ts` measures any others. */
const SYSTEMS = [
  '--embedder',
  'static:pinakes/static-en:256',
  '--embedder',
  'fastembed:BAAI/bge-small-en-v1.5:384',
  '--rerank',
  'static:pinakes/static-rerank-en',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scores: { type: 'string' }, work: { type: 'string' } },
})
const results: CollectionScores[] = []
if (values.scores === undefined) {
  const work = values.work === undefined ? [] : ['--work', values.work]
  for await (const result of runCollections(readOptions([...SYSTEMS, ...work, ...positionals])))
    results.push(result)
} else {
  const lines = readFileSync(values.scores, 'utf8').trim().split('\n')
  results.push(...lines.map((text) => JSON.parse(text) as CollectionScores))
}
writeFileSync(PAGE, qualityPage(results))
