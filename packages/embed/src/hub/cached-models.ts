import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { COMMIT, modelOfFolder, snapshotFolder } from '../hub-cache.js'
import { findCached } from '../model-files.js'
import { transformerFiles } from '../profile/model-files.js'
import type { Precision } from '../profile/model-name.js'
import { fileBytes } from './content.js'
import { readRefs } from './refs.js'
import { filesBelow } from './verify.js'

/** A commit of a model in the cache. */
export interface CachedSnapshot {
  readonly commit: string
  /** Branches and tags that are at this commit, as far as the cache knows; sorted. */
  readonly refs: readonly string[]
  /** Absolute. */
  readonly folder: string
  /** Of all its files, links followed; files that several commits share count for each. */
  readonly bytes: number
  readonly files: number
  /** The weights that the providers can run from it; none: the model cannot be used. */
  readonly precisions: readonly Precision[]
  /** Why it cannot be used; null if it can. */
  readonly lacks: string | null
}

/** A model of the Hugging Face cache, at every commit that is there. */
export interface CachedModel {
  readonly model: string
  /** Absolute: `models--organisation--name`. */
  readonly folder: string
  /** Sorted by commit. */
  readonly snapshots: readonly CachedSnapshot[]
}

/** Every way in which weights are stored that the providers can run. */
export const PRECISIONS = ['float32', 'int8'] as const satisfies readonly Precision[]

/** Every model in the cache, sorted by id; none if there is no cache. Only names and sizes are read. */
export function listCachedModels(cache: string): readonly CachedModel[] {
  return namesIn(cache)
    .flatMap((name) => {
      const id = modelOfFolder(name)
      return id === null ? [] : [readModel(cache, name, id)]
    })
    .filter(({ snapshots }) => snapshots.length > 0)
}

function readModel(cache: string, name: string, model: string): CachedModel {
  const folder = join(cache, name)
  const refs = readRefs(folder)
  const commits = namesIn(join(folder, 'snapshots')).filter((commit) => COMMIT.test(commit))
  return {
    model,
    folder,
    snapshots: commits.map((commit) => readSnapshot(cache, { folder, model, commit, refs })),
  }
}

interface SnapshotName {
  readonly folder: string
  readonly model: string
  readonly commit: string
  readonly refs: ReadonlyMap<string, string>
}

function readSnapshot(cache: string, { folder: repo, model, commit, refs }: SnapshotName): CachedSnapshot {
  const folder = snapshotFolder(repo, commit)
  const sizes = filesBelow(folder).map((path) => fileBytes(join(folder, path)) ?? 0)
  const found = PRECISIONS.map((precision) => ({
    precision,
    place: findCached({ model, revision: commit, files: transformerFiles(precision), offline: true, cache }),
  }))
  const precisions = found.filter(({ place }) => !('fault' in place)).map(({ precision }) => precision)
  const [first] = found
  return {
    commit,
    refs: [...refs]
      .filter(([, at]) => at === commit)
      .map(([ref]) => ref)
      .sort(),
    folder,
    bytes: sizes.reduce((total, bytes) => total + bytes, 0),
    files: sizes.length,
    precisions,
    lacks:
      precisions.length === 0 && first !== undefined && 'fault' in first.place ? first.place.fault : null,
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name)
      .sort()
  } catch {
    // No cache yet, or a model without snapshots.
    return []
  }
}
