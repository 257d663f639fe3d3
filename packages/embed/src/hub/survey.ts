import { join } from 'node:path'
import { snapshotFolder } from '../hub-cache.js'
import { contentFault, fileBytes } from './content.js'
import type { HubFile } from './listing.js'

/** What becomes of one file: it was there and right, was absent and fetched, or was damaged and fetched anew. */
export type PulledState = 'kept' | 'fetched' | 'repaired'

/** A listed file, and what of it the cache has. */
export interface SurveyedFile {
  readonly file: HubFile
  readonly state: PulledState
  /** It stands in the snapshot, and is right. */
  readonly isPlaced: boolean
}

/**
 * What the cache has of the files of a commit, by size and hash: in the snapshot, or as a blob that another commit
 * brought. Reads every file that is there.
 */
export async function surveyFiles(
  repo: string,
  commit: string,
  files: readonly HubFile[],
): Promise<readonly SurveyedFile[]> {
  const surveyed: SurveyedFile[] = []
  for (const file of files) {
    const place = join(snapshotFolder(repo, commit), ...file.path.split('/'))
    const blob = join(repo, 'blobs', file.hash)
    const isPlaced = (await contentFault(place, file)) === null
    const isHere = isPlaced || (await contentFault(blob, file)) === null
    const isAbsent = fileBytes(place) === null && fileBytes(blob) === null
    surveyed.push({ file, isPlaced, state: isHere ? 'kept' : isAbsent ? 'fetched' : 'repaired' })
  }
  return surveyed
}
