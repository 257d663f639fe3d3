import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { shorten } from '@pinakes/manifest'
import { EmbedError } from './errors.js'
import { readTree } from './hub/tree-file.js'
import { cachedCommit, hubCacheFolder, repoFolder, snapshotFolder } from './hub-cache.js'
import { damagedFile, visibleFault } from './weights/damaged-file.js'

/** A file of a model. */
export interface WantedFile {
  /** What the caller calls it. */
  readonly role: string
  /** Where it may stand in the model's repository, best first: the first that is there is taken. */
  readonly paths: readonly string[]
  /** True: its absence is no fault. */
  readonly optional?: boolean
}

export interface ModelFilesRequest {
  /** Hugging Face id, `organisation/name`. */
  readonly model: string
  /** Commit, branch or tag; null: `main`. */
  readonly revision: string | null
  readonly files: readonly WantedFile[]
  /** Never open a network connection. */
  readonly offline: boolean
  /** What `pnk models pull` calls the model; default: `model`. */
  readonly pull?: string
  /** The cache's folder; default: the one of the environment. */
  readonly cache?: string
}

/** A model's files in the Hugging Face cache. */
export interface LocatedModel {
  readonly commit: string
  /** The snapshot's folder, absolute. */
  readonly folder: string
  /** Absolute path by role; optional files that are not there are left out. */
  readonly files: Readonly<Record<string, string>>
}

/**
 * The absolute paths of a model's files in the Hugging Face cache. The network is never asked, whatever `offline` says:
 * weights are fetched by `pnk models pull` alone.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN` for an impossible id; `EMBED_MODEL_MISSING`, naming cache and fix, when the
 * revision or a file that has to be there is not; `EMBED_MODEL_DAMAGED` for a file of another size than the cache
 * recorded when it was fetched
 */
export async function locateModel(request: ModelFilesRequest): Promise<LocatedModel> {
  const found = findCached(request)
  if ('fault' in found) throw missingFiles(request, found)
  checkSizes(request, found)
  return found
}

/** Half a file shows by its size, before any library meets it. */
function checkSizes(request: ModelFilesRequest, { commit, folder, files }: LocatedModel): void {
  const tree = readTree(repoFolder(request.model, request.cache), commit)
  if (tree === null) return
  for (const path of Object.values(files)) {
    const recorded = tree.get(relative(folder, path).replaceAll('\\', '/'))
    const bytes = statSync(path).size
    if (recorded === undefined || recorded.bytes === bytes) continue
    const fault = visibleFault(path) ?? `it has ${bytes} bytes instead of ${recorded.bytes}`
    throw damagedFile({ path, model: request.pull ?? request.model, fault })
  }
}

/** Why the cache cannot serve a model. */
export interface CacheFault {
  /** Where it was looked for. */
  readonly folder: string
  readonly fault: string
}

/** What the cache has of the model: everything that was asked for, or what it lacks. The network is not asked. */
export function findCached(request: ModelFilesRequest): LocatedModel | CacheFault {
  const { model, revision, files } = request
  const repo = repoFolder(model, request.cache)
  const commit = cachedCommit(repo, revision)
  if (commit === null) return { folder: repo, fault: `it has no revision ${shorten(revision ?? 'main')}` }
  const folder = snapshotFolder(repo, commit)
  const paths: Record<string, string> = {}
  for (const { role, paths: candidates, optional } of files) {
    const found = candidates.map((path) => join(folder, ...path.split('/'))).find(isFile)
    if (found !== undefined) paths[role] = found
    else if (optional !== true) return { folder, fault: `it has no ${candidates.join(' or ')}` }
  }
  return { commit, folder, files: paths }
}

/** True for a file that is there, links followed; a link to nothing is not. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function missingFiles(request: ModelFilesRequest, { folder, fault }: CacheFault): EmbedError {
  const { model, revision, offline, cache = hubCacheFolder() } = request
  const pull = `pnk models pull ${request.pull ?? model}${revision === null ? '' : ` --revision ${shorten(revision)}`}`
  return new EmbedError({
    code: 'EMBED_MODEL_MISSING',
    message: `The model ${model} is not in the model cache: looked in ${folder}, ${fault}`,
    remedy: offline
      ? `Run \`${pull}\` once with the network, or \`pnk models import FOLDER\` for weights brought here by hand.`
      : `Run \`${pull}\`.`,
    details: { model, revision, cache, folder, fault },
  })
}
