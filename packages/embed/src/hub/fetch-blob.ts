import { renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { contentFault } from './content.js'
import type { Hub } from './hub.js'
import type { HubFile } from './listing.js'
import { claimPartial, type PartialFile } from './partial-file.js'
import { persist } from './persist.js'
import { type Reception, receiveRest } from './receive.js'
import { wrongAnswer } from './wrong-answer.js'

export interface BlobRequest {
  readonly model: string
  readonly commit: string
  readonly file: HubFile
  /** The folder `blobs` of the model in the cache. */
  readonly blobs: string
  /** Told how many bytes of the file are here; fewer than before when it has to begin anew. */
  readonly onBytes: (bytes: number) => void
}

/**
 * Fetches one file into `blobs/<hash>`. It goes on where an earlier try stopped, and appears under its name only when
 * size and hash of what is on the disk are right.
 * @throws EmbedError as the hub refuses, or `EMBED_HUB_WRONG_ANSWER` if what it sends is not what it lists
 */
export async function fetchBlob(hub: Hub, request: BlobRequest): Promise<void> {
  const { file, blobs } = request
  const partial = claimPartial(blobs, file.hash, file.bytes)
  try {
    await receiveWhole(hub, request, partial)
    renameSync(partial.path, join(blobs, file.hash))
  } catch (error) {
    partial.release()
    throw error
  }
}

/** Tries twice: what an earlier run left may be what was wrong with the first result. */
async function receiveWhole(hub: Hub, request: BlobRequest, partial: PartialFile): Promise<void> {
  let fault: string | null = null
  for (let tries = 0; tries < 2; tries++) {
    fault = await receive(hub, request, partial)
    if (fault === null) return
    partial.discard()
  }
  const { model, commit, file } = request
  throw wrongAnswer(hub.settings, { model, revision: commit, path: file.path }, fault ?? '')
}

/** Receives what is missing, makes it durable, and says what is wrong with the whole, or null. */
async function receive(hub: Hub, request: BlobRequest, partial: PartialFile): Promise<string | null> {
  // 'a' creates what is not there, and writes at the end alone; so it is opened once more.
  await (await open(partial.path, 'a')).close()
  const handle = await open(partial.path, 'r+')
  try {
    const reception: Reception = { ...request, hub, handle, mark: { bytes: (await handle.stat()).size } }
    request.onBytes(reception.mark.bytes)
    await persist(hub.patience, () => receiveRest(reception))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return contentFault(partial.path, request.file)
}
