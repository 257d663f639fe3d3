import { accessSync, constants } from 'node:fs'

/** True if files can be created in `folder`. */
export function isWritableFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    // Rights, a read-only mount, absence: all of them mean no.
    return false
  }
}
