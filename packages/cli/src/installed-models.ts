import { statSync } from 'node:fs'
import { type CachedModel, DEFAULT_STATIC_MODEL, loadModelHub, locateStaticModel } from '@pinakes/embed'
import type { CommandIo } from './io.js'

/** A model on this machine, at one commit or in a package. */
export interface InstalledModel {
  readonly model: string
  /** Null for a model that comes with a package. */
  readonly commit: string | null
  /** Branches and tags that are at the commit. */
  readonly refs: readonly string[]
  /** Absolute: the snapshot's folder, or the package's file. */
  readonly path: string
  readonly bytes: number
  /** `float32`, `int8`, or `static`. */
  readonly weights: readonly string[]
  /** Why no provider can use it; null if one can. */
  readonly lacks: string | null
}

export interface InstalledModels {
  /** The folder of the Hugging Face cache. */
  readonly cache: string
  readonly models: readonly InstalledModel[]
}

/** The model that comes with this installation, then those of the cache by id and commit. */
export async function installedModels(env: CommandIo['env']): Promise<InstalledModels> {
  const { hubSettings, listCachedModels } = await loadModelHub()
  const { cache } = hubSettings(env)
  return { cache, models: [...packagedModels(), ...listCachedModels(cache).flatMap(cachedRows)] }
}

function packagedModels(): readonly InstalledModel[] {
  const { model } = DEFAULT_STATIC_MODEL
  const path = locateStaticModel(model)
  const bytes = statSync(path).size
  return [{ model, commit: null, refs: [], path, bytes, weights: ['static'], lacks: null }]
}

function cachedRows({ model, snapshots }: CachedModel): readonly InstalledModel[] {
  return snapshots.map(({ commit, refs, folder, bytes, precisions, lacks }) => ({
    model,
    commit,
    refs,
    path: folder,
    bytes,
    weights: precisions,
    lacks,
  }))
}
