import { existsSync } from 'node:fs'
import { loadManifest } from '@pinakes/manifest'
import type { SyncReport } from '@pinakes/sync'
import type { FSWatcher } from 'chokidar'
import { watchFolder } from './folder-watch.js'
import type { RunOutcome, ScheduleTiming } from './schedule.js'
import { Scheduler } from './scheduler.js'
import { watchedFolderGone, watchFailed } from './watch-error.js'
import { rootKeys } from './watched-paths.js'

/** An editor is done with a file in a fraction of a second; a copy of many files is worth a sync on the way. */
const TIMING: ScheduleTiming = { quietMs: 300, longestWaitMs: 5_000, retryMs: 1_000 }

export interface WatchOptions {
  /** The resolved root of the knowledge base. */
  readonly root: string
  /** Ends the watch, once a sync that is under way has come to its own end. */
  readonly signal: AbortSignal
  readonly sync: () => Promise<SyncReport>
  /** Told when every later change will be noticed. */
  readonly onReady: () => void
  readonly onReport: (report: SyncReport) => void
  /** Told why a sync was refused; the next change is another chance. */
  readonly onRefusal: (error: unknown) => void
}

/**
 * Syncs once and then after each change of files or manifest, until the signal; resolves then.
 * @throws CliError `CLI_WATCH_FAILED`; ManifestError for a manifest that does not load at the start
 */
export async function watchKb(options: WatchOptions): Promise<void> {
  const watch = new KbWatch(options)
  try {
    await watch.start()
    await watch.ended
  } finally {
    await watch.close()
  }
}

class KbWatch {
  readonly ended: Promise<void>
  readonly #options: WatchOptions
  readonly #scheduler = new Scheduler(() => this.#run(), TIMING)
  #fail: (error: unknown) => void = () => undefined
  #watcher: FSWatcher | null = null
  #roots: readonly string[] = []

  constructor(options: WatchOptions) {
    this.#options = options
    this.ended = new Promise((resolve, reject) => {
      this.#fail = reject
      if (options.signal.aborted) resolve()
      options.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    // Waited for only once the watch has started; until then the start itself says what is wrong.
    this.ended.catch(() => undefined)
  }

  async start(): Promise<void> {
    await this.#follow()
    this.#options.onReady()
    this.#scheduler.changed()
  }

  async close(): Promise<void> {
    await this.#scheduler.stop()
    await this.#watcher?.close()
  }

  async #run(): Promise<RunOutcome> {
    const { root, signal, sync, onReport, onRefusal } = this.#options
    try {
      await this.#follow()
      const report = await sync()
      if (report.outcome === 'busy') return 'busy'
      onReport(report)
    } catch (error) {
      if (signal.aborted) return 'done'
      if (!existsSync(root)) this.#fail(watchedFolderGone(root))
      // Without a watcher no change would ever be another chance.
      else if (this.#watcher === null) this.#fail(error)
      else onRefusal(error)
    }
    return 'done'
  }

  /** Watches the roots that the manifest names now. */
  async #follow(): Promise<void> {
    const { root } = this.#options
    const roots = rootKeys(root, loadManifest(root).sources.roots)
    if (this.#watcher !== null && roots.join('\0') === this.#roots.join('\0')) return
    await this.#watcher?.close()
    this.#watcher = null
    const onError = (error: unknown) => this.#fail(watchFailed(root, error))
    try {
      this.#watcher = await watchFolder({ root, roots, onChange: () => this.#scheduler.changed(), onError })
    } catch (error) {
      throw watchFailed(root, error)
    }
    this.#roots = roots
  }
}
