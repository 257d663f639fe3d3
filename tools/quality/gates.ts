/**
 * The gates of both graph channels over golden sets, as Markdown.
 *
 *     node_modules/.bin/tsx tools/quality/gates.ts [--ner] [--synced] NAME=KB[:QUESTIONS] …
 *
 * Each KB is copied, indexed by the real sync with the vectors of names, and asked; with `--ner` names in texts join
 * passages too. QUESTIONS takes the place of the KB's own golden set. `--synced` takes the index of the KB as it is.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultProviders } from '@pinakes/embed'
import { loadManifest } from '@pinakes/manifest'
import { type Gate, runGate } from '@pinakes/retrieve/eval'
import { syncKb } from '@pinakes/sync'
import { loadEntities } from '../../packages/cli/src/ner/load-entities.js'
import { gateTables, type JudgedSet } from './gate-table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ner: { type: 'boolean', default: false }, synced: { type: 'boolean', default: false } },
})

const sets: JudgedSet[] = []
for (const argument of positionals) sets.push(await judge(argument))
process.stdout.write(`${gateTables(sets)}\n`)

async function judge(argument: string): Promise<JudgedSet> {
  const [, name = '', source = '', questions] = /^([^=]+)=([^:]+)(?::(.+))?$/.exec(argument) ?? []
  const root = mkdtempSync(join(tmpdir(), 'pnk-gates-'))
  try {
    const filter = (path: string) => values.synced || !path.endsWith('.pinakes')
    cpSync(source, root, { recursive: true, filter })
    if (questions !== undefined) cpSync(questions, join(root, 'eval/questions.yaml'))
    await index(root)
    return { name, expand: await gate(root, 'expand'), ppr: await gate(root, 'ppr') }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function gate(root: string, channel: 'expand' | 'ppr'): Promise<Gate> {
  const judged = await runGate(root, { channel })
  if (judged === null) throw new Error(`the golden set of ${root} is empty`)
  return judged
}

/** With `ppr` in the manifest, so that names get vectors; each run of a gate says itself what it asks for. */
async function index(root: string): Promise<void> {
  const path = join(root, 'pinakes.toml')
  const text = readFileSync(path, 'utf8').replace(/^\[retrieval\]$/m, '[retrieval]\ngraph_channel = "ppr"')
  writeFileSync(path, text)
  const { retrieval, embedding } = loadManifest(root)
  if (retrieval.graphChannel !== 'ppr') throw new Error(`${path} has no table [retrieval]`)
  const { outcome, failed } = await syncKb(root, {
    mode: 'index-only',
    extractors: [],
    ...(values.ner ? { entities: await loadEntities() } : {}),
    loadEmbedder: () => defaultProviders().loadEmbedder(embedding.provider, { ...embedding, offline: true }),
  })
  if (outcome !== 'ok') throw new Error(`sync of ${root}: ${outcome}, ${failed[0]?.error}`)
}
