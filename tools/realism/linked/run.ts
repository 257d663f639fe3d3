/** See ../README.md, "Real links". */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openKb } from '@pinakes/retrieve'
import { compareStored, evaluateKb, writeStored } from '@pinakes/retrieve/eval'
import { failuresOf } from '../failures.js'
import { readRealismOptions } from '../options.js'
import { readSourceDocuments } from '../source-documents.js'
import { buildLinkedKb } from './build-linked-kb.js'
import { questionsOf } from './questions-of.js'
import { withRequirements } from './requirements-of.js'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))
const GOLDEN = join(REPOSITORY, 'corpora/golden/linked/eips')
const DATA = join(REPOSITORY, '../shared/data/kb')

const options = readRealismOptions(process.argv.slice(2), DATA)
const work = options.work ?? mkdtempSync(join(tmpdir(), 'pnk-linked-'))
try {
  const documents = withRequirements(readSourceDocuments(options.data))
  const questions = questionsOf(documents)
  const links = documents.reduce((sum, { requires }) => sum + requires.length, 0)
  const root = join(work, 'eips')
  const manifest = readFileSync(join(GOLDEN, 'pinakes.toml'), 'utf8')
  await buildLinkedKb(documents, { root, manifest, questions })
  const kb = await openKb(root)
  try {
    const evaluation = await evaluateKb(kb)
    if (evaluation === null) throw new Error('no proposal requires another')
    const { header, summary, ndcg, questions: outcomes } = evaluation
    console.log(`${documents.length} documents, ${links} links, ${questions.length} questions`)
    console.log(`recall@${header.k} ${summary.recallAtK}, MRR ${summary.mrr}`)
    if (options.write) await writeStored(GOLDEN, { header, summary, ndcg, outcomes })
    const failures = failuresOf(compareStored(GOLDEN, evaluation))
    for (const text of failures) console.error(`error: ${text}`)
    if (failures.length > 0) process.exitCode = 1
  } finally {
    await kb.close()
  }
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  if (options.work === null) rmSync(work, { recursive: true, force: true })
}
