import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { quote, syncDirectory } from '@pinakes/manifest'
import { EmbedError } from '../errors.js'
import { repoFolder, snapshotFolder } from '../hub-cache.js'
import { transformerFiles } from '../profile/model-files.js'
import { type ModelName, parseModelName } from '../profile/model-name.js'
import { checkSpace, prepareCache, writingTo } from './cache-write.js'
import { fetchBlob } from './fetch-blob.js'
import { heldModel } from './held-model.js'
import { type Hub, type HubOptions, withHub } from './hub.js'
import { type HubListing, listModel, staysInside } from './listing.js'
import { claimableBytes } from './partial-file.js'
import { writeRef } from './refs.js'
import { lacksFiles, selectFiles } from './select-files.js'
import { hubName, hubSettings } from './settings.js'
import { placeInSnapshot } from './snapshot-file.js'
import { type PulledState, type SurveyedFile, surveyFiles } from './survey.js'
import { writeTree } from './tree-file.js'

/** Which model to fetch, at which revision. */
export interface PullRequest extends HubOptions {
  /** As in a manifest: `organisation/name`, or with `:int8`. */
  readonly model: string
  /** Commit, branch or tag; null: `main`. */
  readonly revision: string | null
  /** Told whenever something arrives. */
  readonly onProgress?: ((progress: PullProgress) => void) | undefined
}

/** How far a pull is, over all the files that it fetches. */
export interface PullProgress {
  readonly doneBytes: number
  readonly totalBytes: number
  /** The file that is on its way. */
  readonly path: string
}

/** A file of a model as {@link pullModel} left it. */
export interface PulledFile {
  readonly path: string
  readonly bytes: number
  readonly state: PulledState
}

/** A model that is whole on this machine, and what it took to make it so. */
export interface PulledModel {
  readonly model: string
  /** The Hugging Face repository that the model's name means. */
  readonly repo: string
  readonly revision: string | null
  readonly commit: string
  /** The snapshot's folder, absolute. */
  readonly folder: string
  readonly files: readonly PulledFile[]
  readonly fetchedBytes: number
  /** True if the hub was asked; offline, what the cache has was checked and no more. */
  readonly isCurrent: boolean
}

/**
 * Brings a model's files into the Hugging Face cache: those that the providers need, each checked by size and hash,
 * whole or not at all. Files that are there and right stay; damaged ones are replaced. A branch is moved to its new
 * commit last, so that a pull that does not finish changes nothing for readers. Offline, what is there is checked.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN`, `EMBED_MODEL_UNSUPPORTED`, `EMBED_MODEL_MISSING` and
 * `EMBED_MODEL_DAMAGED` (both offline), `EMBED_HUB_*`, `EMBED_CACHE_WRITE`, `EMBED_CACHE_INSIDE_KB`; the signal's
 * reason when it was stopped
 */
export async function pullModel(request: PullRequest): Promise<PulledModel> {
  const { settings = hubSettings(), revision } = request
  const name = parseModelName(request.model)
  const folder = repoFolder(name.repo, settings.cache)
  if (revision !== null && !staysInside(revision)) throw impossibleRevision(name.repo, revision)
  if (settings.offline) return heldModel({ name, revision, cache: settings.cache })
  return withHub({ ...request, settings }, (hub) =>
    writingTo(settings.cache, () => pullInto(folder, hub, { ...request, name })),
  )
}

type NamedRequest = PullRequest & { readonly name: ModelName }

async function pullInto(folder: string, hub: Hub, request: NamedRequest): Promise<PulledModel> {
  const { model, name, revision } = request
  const listing = await listModel(hub, name.repo, revision)
  const { commit } = listing
  const { selected, missing } = selectFiles(listing.files, transformerFiles(name.precision))
  const where = `${hubName(hub.settings)} at ${commit.slice(0, 12)}`
  if (missing.length > 0) throw lacksFiles(model, where, missing)
  prepareCache(hub.settings.cache)
  const surveyed = await surveyFiles(folder, commit, selected)
  const fetchedBytes = await fetchAll(folder, hub, { ...request, listing, surveyed })
  await settle(folder, hub, { listing, surveyed, revision })
  return {
    model,
    repo: name.repo,
    revision,
    commit,
    folder: snapshotFolder(folder, commit),
    files: surveyed.map(({ file, state }) => ({ path: file.path, bytes: file.bytes, state })),
    fetchedBytes,
    isCurrent: true,
  }
}

interface Plan {
  readonly listing: HubListing
  readonly surveyed: readonly SurveyedFile[]
}

/** Fetches what is not here; the bytes of it. */
async function fetchAll(
  folder: string,
  hub: Hub,
  plan: Plan & Pick<PullRequest, 'onProgress'>,
): Promise<number> {
  const { listing, surveyed, onProgress } = plan
  const blobs = join(folder, 'blobs')
  mkdirSync(blobs, { recursive: true })
  const wanted = surveyed.filter(({ state }) => state !== 'kept').map(({ file }) => file)
  const totalBytes = sum(wanted.map(({ bytes }) => bytes))
  const begun = sum(wanted.map(({ hash, bytes }) => claimableBytes(blobs, hash, bytes)))
  await checkSpace(blobs, totalBytes - begun)
  let finished = 0
  for (const file of wanted) {
    const onBytes = (bytes: number) =>
      onProgress?.({ doneBytes: finished + bytes, totalBytes, path: file.path })
    await fetchBlob(hub, { model: listing.model, commit: listing.commit, file, blobs, onBytes })
    finished += file.bytes
  }
  return totalBytes
}

/** Every blob is here: make the snapshot, and then let the branch name it. */
async function settle(
  folder: string,
  hub: Hub,
  { listing, surveyed, revision }: Plan & { readonly revision: string | null },
): Promise<void> {
  const { commit } = listing
  const { symbolicLinks } = hub.settings
  for (const { file, isPlaced } of surveyed) {
    if (!isPlaced) placeInSnapshot({ repo: folder, commit, path: file.path, hash: file.hash, symbolicLinks })
  }
  await syncDirectory(join(folder, 'blobs'))
  await writeTree(folder, commit, listing.files)
  await writeRef(folder, revision, commit)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function impossibleRevision(model: string, revision: string): EmbedError {
  return new EmbedError({
    code: 'EMBED_HUB_NOT_FOUND',
    message: `${model} has no revision ${quote(revision)}: nothing can be named like that`,
    remedy: 'Name a commit, a branch or a tag, or leave the revision out for main.',
    details: { model, revision },
  })
}
