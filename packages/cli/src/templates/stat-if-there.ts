import { type Stats, statSync } from 'node:fs'
import { systemErrorCode } from '@pinakes/manifest'

/** What is at `path`, links followed; undefined for nothing, a dangling link, and a path below a file. */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined
    throw error
  }
}
