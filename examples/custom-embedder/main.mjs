/**
 * Indexes and searches a knowledge base with an embedder of one's own. pinakes.toml names it:
 *
 *   [embedding]
 *   provider = "trigrams"
 *   model = "letters"
 *   dim = 256
 *
 *   node custom-embedder/main.mjs my-kb "Otoline Reve"
 */
import { defaultProviders, ProviderRegistry } from '@pinakes/embed'
import { openKb } from '@pinakes/retrieve'
import { syncKb } from '@pinakes/sync'
import { TrigramEmbedder } from './trigram-embedder.mjs'

const [path = '.', query = ''] = process.argv.slice(2)

/** @type {import('@pinakes/embed').Provider} */
const trigrams = {
  name: 'trigrams',
  aliases: [],
  loadEmbedder: async ({ dim }) => new TrigramEmbedder(dim),
}
// Beside the providers that come along: the reranker may be one of theirs.
const builtIn = defaultProviders()
const own = new Set(builtIn.names().map((name) => builtIn.ownName(name)))
const providers = new ProviderRegistry([...[...own].map((name) => builtIn.find(name)), trigrams])

const report = await syncKb(path, {
  providers,
  extractors: [],
  loadEmbedder: async () => new TrigramEmbedder(256),
})
console.error(`${report.outcome}: ${report.added.length} indexed, ${report.unchanged} unchanged`)

const kb = await openKb(path, { providers, offline: true })
try {
  const { passages, channels } = await kb.search(query, { k: 3 })
  for (const { citation, scores } of passages) console.log(`${citation}\tcosine ${scores.cosine?.toFixed(3)}`)
  console.error(channels.find(({ channel }) => channel === 'vector')?.detail)
} finally {
  await kb.close()
}
