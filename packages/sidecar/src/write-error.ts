import { dirname } from 'node:path'
import { displayPath, systemErrorCode } from '@pinakes/manifest'
import { SidecarError } from './errors.js'

/** The refusal for a write that the file system refused; an error of ours passes through. */
export function writeError(path: string, cause: unknown): unknown {
  if (cause instanceof SidecarError) return cause
  const code = systemErrorCode(cause)
  if (code === undefined) return cause
  return new SidecarError({
    code: 'SIDECAR_WRITE',
    message: `${displayPath(path)}: cannot be written: ${code}`,
    remedy: REMEDIES[code] ?? `Make sure that ${displayPath(dirname(path))} exists and may be written to.`,
    details: { path, system: code },
    cause,
  })
}

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on the disk and run the command again.',
  EDQUOT: 'Free some space within the quota and run the command again.',
  EROFS: 'The file system is read-only: mount it writable, or use `--index-only`.',
  ENAMETOOLONG: 'Shorten the document’s name: the sidecar adds nine characters to it.',
}
