import type { PullProgress } from '@pinakes/embed'
import { displayPath } from '@pinakes/manifest'
import type { SingleBar } from 'cli-progress'
import { type CommandIo, wantsPlainText } from '../io.js'
import { openBar } from './bar.js'
import { formatBytes } from './bytes.js'

/** Shows how far a pull is. `close` gives the terminal's line back; an update after it takes it again. */
export interface PullBar {
  update(progress: PullProgress): void
  close(): void
}

const SILENT: PullBar = { update: () => undefined, close: () => undefined }

/**
 * One bar on stderr for all files of `model` together, or a silent stand-in if nobody would see it; the library is
 * loaded only for the bar. Where stdout goes does not matter: the bar is not in it.
 */
export async function openPullProgress(io: CommandIo, model: string): Promise<PullBar> {
  if (!io.err.isTerminal || wantsPlainText(io.env)) return SILENT
  const format = ` {bar} {done} of {all} · {rate}/s · ${displayPath(model)}`
  return pullBar(await openBar({ format, fps: 4 }), () => performance.now())
}

/** The rate is that of this run: what an earlier one had fetched counts as done, and not as fast. */
export function pullBar(bar: Pick<SingleBar, 'start' | 'update' | 'stop'>, nowMs: () => number): PullBar {
  let begun: { readonly atMs: number; readonly bytes: number } | null = null
  let isShown = false
  return {
    update({ doneBytes, totalBytes }) {
      begun ??= { atMs: nowMs(), bytes: doneBytes }
      const seconds = (nowMs() - begun.atMs) / 1000
      const rate =
        seconds > 0 ? formatBytes(Math.max(0, Math.round((doneBytes - begun.bytes) / seconds))) : '-'
      const values = { done: formatBytes(doneBytes), all: formatBytes(totalBytes), rate }
      if (!isShown) bar.start(totalBytes, doneBytes, values)
      else bar.update(doneBytes, values)
      isShown = true
    },
    close() {
      if (isShown) bar.stop()
      isShown = false
    },
  }
}
