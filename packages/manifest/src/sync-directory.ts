import { open } from 'node:fs/promises'
import { systemErrorCode } from './file-system-error.js'

/** What systems answer that cannot fsync a directory: Windows, and some network file systems. */
const UNSUPPORTED = new Set(['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF'])

/**
 * Makes the names in `directory` durable, so that files created or renamed in it survive a power cut. Does nothing
 * where the system cannot do that. Rejects with the file system's error otherwise.
 */
export async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!UNSUPPORTED.has(systemErrorCode(error) ?? '')) throw error
  }
}
