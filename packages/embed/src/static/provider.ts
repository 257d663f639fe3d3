import type { LoadRequest, Provider } from '../contracts.js'
import { EmbedError } from '../errors.js'
import type { ModelKind } from '../registry.js'
import { damagedTable } from './damaged.js'
import { locateStaticModel, missingModel, SECTIONS, staticModelPackage } from './locate.js'
import { StaticEmbedder } from './static-embedder.js'
import { StaticReranker } from './static-reranker.js'
import { openTable, type StaticTable } from './table.js'

/** Static token-embedding tables that come as packages: no download, no native runtime, no network. */
export const staticProvider: Provider = {
  name: 'static',
  aliases: [],
  loadEmbedder: async (request) => loadStaticEmbedder(request),
  loadReranker: async (request) => loadStaticReranker(request),
}

type StaticRequest = Pick<LoadRequest, 'model' | 'revision'>

/**
 * The embedder over the table at `path`, by default the installed one. Loading takes about a millisecond.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN`, `EMBED_MODEL_MISSING`, `EMBED_MODEL_DAMAGED`, `EMBED_REVISION_MISMATCH`
 */
export function loadStaticEmbedder(
  request: StaticRequest,
  path: string = locateStaticModel(request.model, 'embedder'),
): StaticEmbedder {
  return new StaticEmbedder(openChecked(request, 'embedder', path), request)
}

/**
 * The reranker over the table at `path`, by default the installed one; `weight` is that of the phrase. Errors as
 * {@link loadStaticEmbedder}.
 */
export function loadStaticReranker(
  request: StaticRequest,
  {
    path = locateStaticModel(request.model, 'reranker'),
    weight,
  }: { readonly path?: string; readonly weight?: number } = {},
): StaticReranker {
  return new StaticReranker(openChecked(request, 'reranker', path), request, weight)
}

function openChecked(request: StaticRequest, kind: ModelKind, path: string): StaticTable {
  const table = openInstalled(request.model, kind, path)
  try {
    checkRevision(request, kind, table.header.payloadSha256)
    return table
  } catch (error) {
    table.close()
    throw error
  }
}

function openInstalled(model: string, kind: ModelKind, path: string): StaticTable {
  try {
    return openTable(path)
  } catch (error) {
    if (error instanceof EmbedError) throw error
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw missingModel(staticModelPackage(model, kind), error)
    throw damagedTable(path, `it cannot be read (${code ?? String(error)})`, error)
  }
}

/** A static model's revisions are its checksums: a manifest may pin one, or its first eight digits or more. */
function checkRevision(request: StaticRequest, kind: ModelKind, sha256: string): void {
  const pinned = request.revision
  if (pinned === null || (pinned.length >= 8 && sha256.startsWith(pinned))) return
  const section = SECTIONS[kind]
  throw new EmbedError({
    code: 'EMBED_REVISION_MISMATCH',
    message: `[${section}] revision is ${JSON.stringify(pinned)}, the installed ${request.model} is ${sha256}`,
    remedy: `Remove \`revision\` from [${section}] of pinakes.toml, or set it to "${sha256.slice(0, 12)}".`,
    details: { model: request.model, expected: pinned, found: sha256 },
  })
}
