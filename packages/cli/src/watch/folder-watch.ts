import { documentKey } from '@pinakes/manifest'
import { type FSWatcher, watch } from 'chokidar'
import { isWatched } from './watched-paths.js'

export interface FolderWatchOptions {
  /** The resolved root of the knowledge base. */
  readonly root: string
  /** Keys of what is watched below it; they may appear and vanish. */
  readonly roots: readonly string[]
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

/**
 * Tells of every change of a name or a content below the roots and of the manifest, from the moment it resolves. The
 * whole knowledge base is the watched folder, so that roots may come and go; the rest of it is passed over.
 */
export async function watchFolder({
  root,
  roots,
  onChange,
  onError,
}: FolderWatchOptions): Promise<FSWatcher> {
  const watcher = watch(root, {
    ignored: (path) => !isWatched(documentKey(root, path) ?? '', roots),
    ignoreInitial: true,
    // A sync does not follow linked folders either.
    followSymlinks: false,
    // The sync says what may not be read.
    ignorePermissionErrors: true,
  })
  watcher.on('all', onChange)
  await new Promise<void>((resolve, reject) => {
    watcher.once('ready', resolve)
    watcher.once('error', reject)
  }).catch(async (error: unknown) => {
    await watcher.close()
    throw error
  })
  watcher.on('error', onError)
  return watcher
}
