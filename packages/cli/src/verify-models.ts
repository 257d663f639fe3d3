import {
  DEFAULT_STATIC_MODEL,
  EmbedError,
  isStaticModel,
  loadModelHub,
  type VerifiedFile,
  type VerifiedSnapshot,
  verifyStaticModel,
} from '@pinakes/embed'
import { isPinakesError } from '@pinakes/manifest'
import type { CommandIo } from './io.js'

/** A model on this machine after every byte of it was read. */
export interface VerifiedModel {
  readonly model: string
  /** Null for a model that comes with a package. */
  readonly commit: string | null
  readonly refs: readonly string[]
  readonly path: string
  readonly files: readonly VerifiedFile[]
  /** Why no provider can use it; null if one can. */
  readonly lacks: string | null
  /** No file has a fault, and it can be used. */
  readonly isWhole: boolean
  /** What to type if it is not whole. */
  readonly remedy: string | null
}

/**
 * Every model that a provider can use, or the one that is named, checked.
 * @throws EmbedError `EMBED_MODEL_MISSING` if the named one is not on this machine
 */
export async function verifyModels(
  env: CommandIo['env'],
  model: string | undefined,
): Promise<readonly VerifiedModel[]> {
  if (model !== undefined && isStaticModel(model)) return [verifyPackaged(model)]
  const { hubSettings, listCachedModels, repositoryOf, verifyCachedModel } = await loadModelHub()
  const { cache } = hubSettings(env)
  const wanted = model === undefined ? undefined : repositoryOf(model)
  const verified: VerifiedModel[] = model === undefined ? [verifyPackaged(DEFAULT_STATIC_MODEL.model)] : []
  for (const one of listCachedModels(cache)) {
    const snapshots = one.snapshots.filter(({ lacks }) => lacks === null || one.model === wanted)
    if (wanted !== undefined && one.model !== wanted) continue
    verified.push(...(await verifyCachedModel({ ...one, snapshots })).map(cachedModel))
  }
  if (model !== undefined && verified.length === 0) throw notHere(model, cache)
  return verified
}

function cachedModel({ model, commit, refs, folder, lacks, files }: VerifiedSnapshot): VerifiedModel {
  const isWhole = lacks === null && files.every(({ fault }) => fault === null)
  const remedy = isWhole
    ? null
    : `pnk models pull ${model}${refs.length === 0 ? ` --revision ${commit}` : ''}`
  return { model, commit, refs, path: folder, files, lacks, isWhole, remedy }
}

/** The model in this installation; its one file carries its own checksum. */
function verifyPackaged(model: string): VerifiedModel {
  const row = { model, commit: null, refs: [], lacks: null }
  try {
    const { path, bytes } = verifyStaticModel(model)
    const file = { path: 'static-en.bin', bytes, fault: null, checkedBy: 'hash' } as const
    return { ...row, path, files: [file], isWhole: true, remedy: null }
  } catch (error) {
    if (!isPinakesError(error)) throw error
    const file = { path: 'static-en.bin', bytes: null, fault: error.message, checkedBy: 'hash' } as const
    return { ...row, path: '', files: [file], isWhole: false, remedy: error.remedy }
  }
}

function notHere(model: string, cache: string): EmbedError {
  return new EmbedError({
    code: 'EMBED_MODEL_MISSING',
    message: `The model ${model} is not on this machine: ${cache} has no files of it`,
    remedy: `Run \`pnk models pull ${model}\`.`,
    details: { model, cache },
  })
}
