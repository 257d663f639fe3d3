/** See README.md in this folder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadManifest } from '@pinakes/manifest'
import { compareStored, type Evaluation, writeStored } from '@pinakes/retrieve/eval'
import { buildKb, type KbSize } from './build-kb.js'
import { failuresOf } from './failures.js'
import { grep } from './grep.js'
import { type Measured, measureBaselines, measureSearch } from './measure.js'
import { readRealismOptions } from './options.js'
import { realismPage } from './page.js'
import { readSourceDocuments, type SourceDocument } from './source-documents.js'
import { withEmbedder } from './with-embedder.js'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const GOLDEN = join(REPOSITORY, 'corpora/golden/realism')
const PAGE = join(REPOSITORY, 'docs/realism.md')
const DATA = join(REPOSITORY, '../shared/data/kb')

interface Run {
  readonly size: KbSize
  /** Baselines, then search with the default models, then with the others. */
  readonly systems: readonly Measured[]
  /** Search as users get it with the default models: what the committed files are about. */
  readonly evaluation: Evaluation
}

async function measureAll(documents: readonly SourceDocument[], work: string): Promise<Run> {
  const manifest = readFileSync(join(GOLDEN, 'pinakes.toml'), 'utf8')
  const root = join(work, 'default')
  const size = await buildKb(documents, { root, golden: GOLDEN, manifest })
  const systems = await measureBaselines(root, grep(documents))
  const search = await measureSearch(root, modelName(root))
  for (const [i, embedder] of options.embedders.entries()) {
    const other = join(work, `embedder-${i}`)
    await buildKb(documents, { root: other, golden: GOLDEN, manifest: withEmbedder(manifest, embedder) })
    search.push(...(await measureSearch(other, modelName(other))))
  }
  const [users] = search
  if (users === undefined) throw new Error('search was not measured')
  return { size, systems: [...systems, ...search], evaluation: users.evaluation }
}

function modelName(root: string): string {
  return loadManifest(root).embedding.model.replace(/^.*\//, '')
}

async function keep({ evaluation }: Run, page: string): Promise<void> {
  const { header, summary, ndcg, questions } = evaluation
  await writeStored(GOLDEN, { header, summary, ndcg, outcomes: questions })
  writeFileSync(PAGE, page)
}

const options = readRealismOptions(process.argv.slice(2), DATA)
const work = options.work ?? mkdtempSync(join(tmpdir(), 'pnk-realism-'))
try {
  const run = await measureAll(readSourceDocuments(options.data), work)
  const page = realismPage(run)
  console.log(page)
  if (options.write) await keep(run, page)
  const failures = failuresOf(compareStored(GOLDEN, run.evaluation))
  for (const text of failures) console.error(`error: ${text}`)
  if (failures.length > 0) process.exitCode = 1
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  if (options.work === null) rmSync(work, { recursive: true, force: true })
}
