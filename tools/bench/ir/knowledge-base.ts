import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultProviders } from '@pinakes/embed'
import { loadManifest } from '@pinakes/manifest'
import { syncKb } from '@pinakes/sync'
import type { ModelChoice } from './options.js'
import type { Collection } from './trec.js'

/** Any valid id: nothing links to these knowledge bases. */
const KB_ID = '01JV3K2H8M5Q9T1X4Z7B0D3F6G'

export interface KbSettings {
  readonly embedder: ModelChoice
  readonly reranker: ModelChoice | null
  /** The three widths; null: what every KB has by default. */
  readonly depth: number | null
  /** `[chunking] max_tokens`; null: the default. */
  readonly maxTokens: number | null
}

/**
 * A knowledge base of the collection's documents at `root`, built by the real sync. One that is already there is synced
 * again, which costs next to nothing. Throws when a document could not be indexed.
 */
export async function buildKb(root: string, collection: Collection, settings: KbSettings): Promise<void> {
  const docs = join(root, 'docs')
  mkdirSync(docs, { recursive: true })
  for (const file of collection.files) {
    if (!existsSync(join(docs, file))) copyFileSync(join(collection.docsDir, file), join(docs, file))
  }
  configureKb(root, collection.name, settings)
  await indexKb(root)
}

/** Indexes the KB at `root` by the real sync, as its manifest says, with no sidecar written. Throws when a document fails. */
export async function indexKb(root: string): Promise<void> {
  const report = await syncKb(root, {
    mode: 'index-only',
    extractors: [],
    loadEmbedder: async () => {
      const { embedding } = loadManifest(root)
      return defaultProviders().loadEmbedder(embedding.provider, { ...embedding, offline: false })
    },
  })
  if (report.outcome === 'ok' && report.failed.length === 0) return
  throw new Error(
    `sync of ${loadManifest(root).kb.name}: ${report.outcome}, ${report.failed[0]?.error ?? 'no document failed'}`,
  )
}

/** Writes the manifest. The index does not depend on widths and reranker, so these may change without a sync. */
export function configureKb(
  root: string,
  name: string,
  { embedder, reranker, depth, maxTokens }: KbSettings,
): void {
  const widths =
    depth === null ? '' : `candidates_per_source = ${depth}\nfusion_top_k = ${depth}\nfinal_k = ${depth}\n`
  const tables = [
    `[kb]\nname = ${JSON.stringify(name)}\nid = "${KB_ID}"`,
    '[sources]\ninclude = ["**/*"]',
    `[embedding]\n${modelLines(embedder)}dim = ${embedder.dim}`,
    ...(maxTokens === null
      ? []
      : [`[chunking]\nmax_tokens = ${maxTokens}\noverlap = ${Math.floor(maxTokens / 8)}`]),
    `[retrieval]\n${widths}rerank = "${reranker === null ? 'none' : 'local'}"`,
    ...(reranker === null ? [] : [`[rerank]\n${modelLines(reranker)}`]),
  ]
  writeFileSync(join(root, 'pinakes.toml'), `${tables.join('\n\n')}\n`)
}

/** Provider, model and revision as lines of a manifest. */
export function modelLines({ provider, model, revision }: ModelChoice): string {
  const pin = revision === null ? '' : `revision = ${JSON.stringify(revision)}\n`
  return `provider = ${JSON.stringify(provider)}\nmodel = ${JSON.stringify(model)}\n${pin}`
}
