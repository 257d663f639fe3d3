import { relative } from 'node:path'
import { repoFolder } from '../hub-cache.js'
import { locateModel } from '../model-files.js'
import { transformerFiles } from '../profile/model-files.js'
import type { ModelName } from '../profile/model-name.js'
import { damagedFile } from '../weights/damaged-file.js'
import type { PulledModel } from './pull.js'
import { verifySnapshot } from './verify.js'

/**
 * What a pull amounts to without a network: the model's files in the cache, checked.
 * @throws EmbedError `EMBED_MODEL_MISSING` if one has to be fetched, `EMBED_MODEL_DAMAGED` if one is not right
 */
export async function heldModel(request: {
  readonly name: ModelName
  readonly revision: string | null
  readonly cache: string
}): Promise<PulledModel> {
  const { name, revision, cache } = request
  const files = transformerFiles(name.precision)
  const where = { model: name.repo, pull: name.model, revision, cache, offline: true }
  const { commit, folder, files: found } = await locateModel({ ...where, files })
  const paths = Object.values(found).map((path) => relative(folder, path))
  const used = await verifySnapshot(repoFolder(name.repo, cache), commit, paths)
  for (const { path, fault } of used) {
    if (fault !== null) throw damagedFile({ path: `${folder}/${path}`, model: name.model, fault })
  }
  return {
    model: name.model,
    repo: name.repo,
    revision,
    commit,
    folder,
    files: used.map(({ path, bytes }) => ({ path, bytes: bytes ?? 0, state: 'kept' })),
    fetchedBytes: 0,
    isCurrent: false,
  }
}
