import { realpath } from 'node:fs/promises'
import { systemErrorCode } from '@pinakes/manifest'

/** Where writing to `path` ends up: what a link leads to, or `path` itself where nothing is there yet. */
export async function linkTarget(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return path
    throw error
  }
}
