import { displayPath } from '@pinakes/manifest'
import type { SingleBar } from 'cli-progress'
import type { CommandIo } from '../io.js'
import { wantsPlainText } from '../io.js'
import { openBar } from './bar.js'

/** Shows how far a sync is. `close` gives the terminal's line back; it may be called more than once. */
export interface Progress {
  update(done: number, total: number, path: string): void
  close(): void
}

const SILENT: Progress = { update: () => undefined, close: () => undefined }
const LONGEST_PATH = 40

/** True when a bar would be seen by a person: both outputs are terminals and nothing asked for plain text. */
export function showsProgress(io: Pick<CommandIo, 'out' | 'err' | 'env'>, quiet: boolean): boolean {
  return !quiet && io.out.isTerminal && io.err.isTerminal && !wantsPlainText(io.env)
}

/** A bar on stderr at most once a second, or a silent stand-in; the library is loaded only for the bar. */
export async function openProgress(io: CommandIo, quiet: boolean): Promise<Progress> {
  if (!showsProgress(io, quiet)) return SILENT
  return barProgress(await openBar({ format: ' {bar} {value}/{total} · {rate}/min · {path}', fps: 1 }))
}

function barProgress(bar: SingleBar): Progress {
  let startedMs: number | null = null
  return {
    update(done, total, path) {
      const now = Date.now()
      if (startedMs === null) {
        startedMs = now
        bar.start(total, 0, { rate: '-', path: '' })
      }
      const minutes = (now - startedMs) / 60_000
      const rate = minutes > 0 ? Math.round(done / minutes) : '-'
      bar.update(done, { rate, path: shorten(displayPath(path)) })
    },
    close: () => bar.stop(),
  }
}

function shorten(path: string): string {
  return path.length <= LONGEST_PATH ? path : `…${path.slice(1 - LONGEST_PATH)}`
}
