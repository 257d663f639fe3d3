import { join } from 'node:path'
import { defaultProviders, ProviderRegistry } from '@pinakes/embed'
import { openIndexReader } from '@pinakes/index'
import { kbPaths, loadManifest } from '@pinakes/manifest'
import { type OpenKbOptions, openKb } from '@pinakes/retrieve'
import { evaluate, type SystemScores } from './evaluate.js'
import { buildKb, configureKb, type KbSettings } from './knowledge-base.js'
import type { ModelChoice } from './options.js'
import { type Channel, lexicalSystem, okapiSystem, searchSystem, vectorSystem } from './systems.js'
import type { Collection } from './trec.js'

export interface BenchSettings {
  readonly work: string
  readonly embedders: readonly ModelChoice[]
  readonly reranker: ModelChoice | null
  readonly depth: number
  readonly maxTokens: number | null
}

/** The scores of every way of searching the collection, in the order of the table. */
export async function benchCollection(
  collection: Collection,
  settings: BenchSettings,
): Promise<SystemScores[]> {
  const scores = [await evaluate(okapiSystem(collection), collection)]
  for (const [i, embedder] of settings.embedders.entries()) {
    const name = embedder.model.replace(/^.*\//, '')
    const root = join(settings.work, `${collection.name}-${name}-${embedder.dim}`)
    const kb: KbSettings = { embedder, reranker: null, depth: null, maxTokens: settings.maxTokens }
    await buildKb(root, collection, kb)
    scores.push(...(await channelScores(collection, { root, name, withKeywords: i === 0 })))
    const search = { collection, root, depth: settings.depth }
    if (i === 0)
      scores.push(await searchScores({ ...search, kb, name: 'search, keyword only', needs: ['bm25'] }))
    scores.push(await searchScores({ ...search, kb, name: `search, ${name}`, needs: ['bm25', 'vector'] }))
    if (settings.reranker === null) continue
    const reranked = { ...kb, reranker: settings.reranker }
    const full = `search, ${name} + ${settings.reranker.model.replace(/^.*\//, '')}`
    scores.push(
      await searchScores({ ...search, kb: reranked, name: full, needs: ['bm25', 'vector', 'rerank'] }),
    )
  }
  return scores
}

async function channelScores(
  collection: Collection,
  { root, name, withKeywords }: { root: string; name: string; withKeywords: boolean },
): Promise<SystemScores[]> {
  const { embedding } = loadManifest(root)
  const reader = openIndexReader(kbPaths(root).index)
  const embedder = await defaultProviders().loadEmbedder(embedding.provider, { ...embedding, offline: false })
  try {
    const systems = [...(withKeywords ? [lexicalSystem(reader)] : []), vectorSystem(name, reader, embedder)]
    const scores: SystemScores[] = []
    for (const system of systems) scores.push(await evaluate(system, collection))
    return scores
  } finally {
    reader.close()
    await embedder.close()
  }
}

interface SearchRun {
  readonly collection: Collection
  readonly root: string
  readonly kb: KbSettings
  readonly name: string
  /** Channels without which the figures would be those of another system. */
  readonly needs: readonly Channel[]
  readonly depth: number
}

/** Figures at 10 as users get them, with the default widths; recall@100 with widths that let 100 documents through. */
async function searchScores(run: SearchRun): Promise<SystemScores> {
  const usual = await searchOnce(run, null)
  const deep = await searchOnce(run, run.depth)
  const queries = usual.queries.map((scores, i) => ({
    ...scores,
    recall100: deep.queries[i]?.recall100 ?? 0,
  }))
  return { system: run.name, queries }
}

async function searchOnce({ collection, root, kb, name, needs }: SearchRun, depth: number | null) {
  configureKb(root, collection.name, { ...kb, depth })
  const kbView = await openKb(root, openOptions(root, needs))
  try {
    return await evaluate(searchSystem(name, kbView, needs), collection)
  } finally {
    await kbView.close()
  }
}

/** For a run without vectors the provider is there, but has no model: search does then what it does without weights. */
function openOptions(root: string, needs: readonly Channel[]): OpenKbOptions {
  if (needs.includes('vector')) return {}
  const { provider } = loadManifest(root).embedding
  const { name } = defaultProviders().find(provider)
  const loadEmbedder = () => Promise.reject(new Error('left out to measure keywords alone'))
  const aliases = provider === name ? [] : [provider]
  return { providers: new ProviderRegistry([{ name, aliases, loadEmbedder }]) }
}
