import { displayPath, findKbRoot, kbPaths, loadManifest } from '@pinakes/manifest'
import type { Kb, OpenKbOptions } from './contracts.js'
import { RetrieveError } from './errors.js'
import { get } from './get.js'
import { graphChannel, withGraphChannel } from './graph-channel.js'
import { indexAccess } from './index-access.js'
import { links } from './links.js'
import { list } from './list.js'
import { kbModels } from './models.js'
import { type SearchSession, search } from './search.js'

/**
 * The knowledge base that `path` lies in, read-only. Reads the manifest alone; index and models are opened by the first
 * call that needs them. Close it when done.
 *
 * @throws ManifestError when there is no KB at `path`, or its manifest is refused; GraphError `EDGE_KIND_UNKNOWN` for a
 *   kind of edges in `options.graph` that does not exist
 */
export async function openKb(path: string, options: OpenKbOptions = {}): Promise<Kb> {
  const root = findKbRoot(path)
  const { extractors, graph } = options
  const manifest = withGraphChannel(loadManifest(root), graph)
  const expansion = options.expansion ?? (await graphChannel(manifest, graph))
  const models = kbModels(manifest, options)
  const index = indexAccess({ path: kbPaths(root).index, manifest, extractors })
  const session: SearchSession = { root, manifest, index, ...models, expansion }
  let closed = false
  const opened = () => {
    if (closed) throw alreadyClosed(root)
  }
  return {
    root,
    id: manifest.kb.id,
    name: manifest.kb.name,
    async search(query, searchOptions) {
      opened()
      return search(session, query, searchOptions)
    },
    async get(reference) {
      opened()
      return get({ root, manifest, index, extractors }, reference)
    },
    async links(reference, linksOptions) {
      opened()
      return links({ root, manifest, index, ...models }, reference, linksOptions)
    },
    async list(filters) {
      opened()
      return list({ root, index }, filters)
    },
    async counts() {
      opened()
      const { documents, chunks } = (await index.reader()).counts()
      return { documents, chunks }
    },
    async close() {
      closed = true
      await index.close()
      await Promise.all([models.embedder.close(), models.reranker?.close()])
    },
  }
}

function alreadyClosed(root: string): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_CLOSED',
    message: `The knowledge base at ${displayPath(root)} was closed`,
    remedy: 'Open it again with openKb().',
  })
}
