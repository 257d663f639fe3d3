import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeFileAtomic } from '@pinakes/manifest'
import { EmbedError } from '../errors.js'
import { repoFolder, snapshotFolder } from '../hub-cache.js'
import type { Precision } from '../profile/model-name.js'
import { checkSpace, prepareCache, writingTo } from './cache-write.js'
import { type CheckedFile, checkImport, importPaths } from './check-import.js'
import { contentFault } from './content.js'
import { commitOfContents, type ImportSource, readImportSource } from './import-source.js'
import { staysInside } from './listing.js'
import { claimPartial } from './partial-file.js'
import { readRefs, writeRef } from './refs.js'
import { type HubSettings, hubSettings } from './settings.js'
import { placeInSnapshot } from './snapshot-file.js'
import { treePath, writeTree } from './tree-file.js'

/** A folder of model files to take into the cache, and which model they are. */
export interface ImportRequest {
  readonly folder: string
  /** The model's id; needed where the folder's name does not say it. */
  readonly model?: string | undefined
  /** The commit, branch or tag that the files are of; null: `main`. */
  readonly revision: string | null
  /** Default: those of the environment. */
  readonly settings?: HubSettings | undefined
}

/** A file of a model as it was taken over: copied, or left because it was there already. */
export interface ImportedFile {
  readonly path: string
  readonly bytes: number
  readonly state: 'imported' | 'kept'
  readonly checkedBy: CheckedFile['checkedBy']
}

/** What {@link importModel} brought into the cache. */
export interface ImportedModel {
  readonly model: string
  readonly revision: string | null
  readonly commit: string
  /** The snapshot's folder, absolute. */
  readonly folder: string
  readonly files: readonly ImportedFile[]
  /** The weights that it brings. */
  readonly precisions: readonly Precision[]
}

/**
 * Takes a model that was brought by hand into the cache: copies its files, checked before and after. All that is wrong
 * is said at once, and nothing is taken then. The network is not asked, and the folder stays as it is.
 * @throws EmbedError `EMBED_IMPORT_INVALID`, `EMBED_MODEL_UNKNOWN`, `EMBED_CACHE_WRITE`, `EMBED_CACHE_INSIDE_KB`
 */
export async function importModel(request: ImportRequest): Promise<ImportedModel> {
  const { settings = hubSettings(), revision } = request
  const folder = resolve(request.folder)
  const source = sourceOf(folder, revision)
  const model = request.model ?? source.model
  if (model === null) throw namelessFolder(folder)
  const repo = repoFolder(model, settings.cache)
  const { files: checked, precisions, faults } = await checkImport(source.files)
  if (Object.keys(faults).length > 0) throw faultyFolder({ folder, model, faults, settings })
  const commit = source.commit ?? commitOfContents(checked)
  const files = await writingTo(settings.cache, async () => {
    prepareCache(settings.cache)
    const copied = await copyAll(join(repo, 'blobs'), checked)
    for (const { path, hash } of checked) {
      placeInSnapshot({ repo, commit, path, hash, symbolicLinks: settings.symbolicLinks })
    }
    await recordTree(repo, { folder, source, commit, checked })
    await writeRef(repo, revision, commit)
    return copied
  })
  return { model, revision, commit, folder: snapshotFolder(repo, commit), files, precisions }
}

function sourceOf(folder: string, revision: string | null): ImportSource {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw invalid(
      folder,
      'it is not a folder',
      'Name the folder that holds tokenizer.json and onnx/model.onnx.',
    )
  }
  if (revision !== null && !staysInside(revision)) throw invalid(folder, `no revision is named ${revision}`)
  const source = readImportSource(folder, revision, importPaths())
  if (source !== null) return source
  const known = [...readRefs(folder).keys()].join(', ') || 'no branch'
  throw invalid(
    folder,
    `that cache has no revision ${revision ?? 'main'}; it has ${known}`,
    'Name one with --revision, or a commit: the names of the folders below snapshots/ are commits.',
  )
}

async function copyAll(blobs: string, files: readonly CheckedFile[]): Promise<readonly ImportedFile[]> {
  mkdirSync(blobs, { recursive: true })
  const wanted: CheckedFile[] = []
  for (const file of files) {
    const isHere = (await contentFault(join(blobs, file.hash), { bytes: null, hash: file.hash })) === null
    if (!isHere) wanted.push(file)
  }
  const sizes = new Map(files.map((file) => [file, statSync(file.source).size]))
  await checkSpace(
    blobs,
    wanted.reduce((total, file) => total + (sizes.get(file) ?? 0), 0),
  )
  for (const file of wanted) await copyBlob(blobs, file)
  return files.map((file) => ({
    path: file.path,
    bytes: sizes.get(file) ?? 0,
    state: wanted.includes(file) ? 'imported' : 'kept',
    checkedBy: file.checkedBy,
  }))
}

/** The copy is what is checked: sticks and shares fail while they are read. */
async function copyBlob(blobs: string, { source, hash, path }: CheckedFile): Promise<void> {
  const partial = claimPartial(blobs, hash, 0)
  try {
    await pipeline(createReadStream(source), createWriteStream(partial.path, { flush: true }))
    const fault = await contentFault(partial.path, { bytes: null, hash })
    if (fault !== null) throw invalid(source, `it changed while ${path} was copied: ${fault}`)
    renameSync(partial.path, join(blobs, hash))
  } finally {
    partial.discard()
  }
}

interface Imported {
  readonly folder: string
  readonly source: ImportSource
  readonly commit: string
  readonly checked: readonly CheckedFile[]
}

/** The list of the commit's files: another cache's as it is; for a commit of our own making, what there is. */
async function recordTree(repo: string, { folder, source, commit, checked }: Imported): Promise<void> {
  if (source.commit === null) {
    const files = checked.map(({ path, source: file, hash }) => ({
      path,
      bytes: statSync(file).size,
      hash,
      blobId: hash,
      xetHash: null,
    }))
    return writeTree(repo, commit, files)
  }
  const [from, to] = [treePath(folder, commit), treePath(repo, commit)]
  if (!source.hasTree || existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  await writeFileAtomic(to, readFileSync(from))
}

function namelessFolder(folder: string): EmbedError {
  return invalid(
    folder,
    'its name does not say which model it is',
    'Say which with --model, for example --model BAAI/bge-small-en-v1.5',
  )
}

interface Faulty {
  readonly folder: string
  readonly model: string
  readonly faults: Readonly<Record<string, string>>
  readonly settings: HubSettings
}

function faultyFolder({ folder, model, faults, settings }: Faulty): EmbedError {
  const paths = Object.keys(faults)
  const list = paths.map((path) => `${path}: ${faults[path]}`).join('; ')
  return invalid(
    folder,
    list,
    `Bring ${paths.join(', ')} again from ${settings.endpoint}/${model}/tree/main, then run the same command.`,
    { model, faults },
  )
}

function invalid(
  folder: string,
  fault: string,
  remedy = 'Run the same command again.',
  details: Readonly<Record<string, unknown>> = {},
): EmbedError {
  return new EmbedError({
    code: 'EMBED_IMPORT_INVALID',
    message: `${folder} cannot be imported: ${fault}`,
    remedy,
    details: { folder, fault, ...details },
  })
}
