import { boolean } from '@oclif/core/flags'
import type { SyncMode, SyncReport } from '@pinakes/sync'
import { usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag, offlineFlag } from '../flags/common.js'
import { toJson } from '../output/json.js'
import { openProgress } from '../output/progress.js'
import { syncPayload } from '../output/sync-json.js'
import { syncLines } from '../output/sync-lines.js'
import { runSync } from '../run-sync.js'

/** `pnk sync`: brings sidecars and index up to the files. */
export class Sync extends PnkCommand {
  static override id = 'sync'
  static override summary = 'Bring the index and the sidecars up to date with the files'
  static override description =
    'Reads what changed, gives new documents a permanent id in a sidecar beside them, and indexes them. Documents ' +
    'themselves are never modified. Only one sync runs at a time: a second one does nothing and exits with 0.'
  static override examples = [
    { description: 'After adding, editing, moving or deleting files', command: 'pnk sync' },
    { description: 'After changing the embedding model or the chunking', command: 'pnk sync --rebuild' },
    { description: 'In a script', command: 'pnk sync --json --offline' },
    {
      description: 'After a computer that shared this folder died during a sync',
      command: 'pnk sync --force-unlock',
    },
  ]
  static override flags = {
    kb: kbFlag,
    json: jsonFlag,
    rebuild: boolean({
      description: 'Build a new index beside the old one, and swap it in when it is complete',
      default: false,
    }),
    'sidecars-only': boolean({
      description: 'Only write missing sidecars; the index is neither opened nor created',
      default: false,
    }),
    'index-only': boolean({
      description: 'Only bring the index up to date; nothing is written beside the documents',
      default: false,
    }),
    offline: offlineFlag,
    'force-unlock': boolean({
      description: 'Take over the lock of a sync on another computer that is known to be dead',
      default: false,
    }),
    quiet: boolean({ char: 'q', description: 'Print only what needs attention, on stderr', default: false }),
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Sync)
    const mode = syncMode(flags)
    const progress = await openProgress(this.io, flags.quiet || flags.json)
    try {
      const report = await runSync({
        path: flags.kb,
        mode,
        offline: flags.offline,
        forceUnlock: flags['force-unlock'],
        signal: this.io.signal,
        onProgress: progress.update,
        onNotice: (message) => {
          progress.close()
          this.io.err.write(`${message}\n`)
        },
      })
      progress.close()
      this.report(report, flags)
      return report.outcome === 'failed' ? EXIT.failure : EXIT.ok
    } finally {
      progress.close()
    }
  }

  private report(report: SyncReport, flags: { readonly json: boolean; readonly quiet: boolean }): void {
    const lines = syncLines(report)
    if (flags.quiet) this.io.err.write(lines.quiet.map((line) => `${line}\n`).join(''))
    if (flags.json) this.print(toJson(syncPayload(report)))
    else if (!flags.quiet) this.print(lines.all.join('\n'))
  }
}

/** The one mode that the flags ask for; two at once are a usage error. */
export function syncMode(
  flags: Readonly<Record<'rebuild' | 'sidecars-only' | 'index-only', boolean>>,
): SyncMode {
  const asked = (['rebuild', 'sidecars-only', 'index-only'] as const).filter((mode) => flags[mode])
  if (asked.length > 1) {
    throw usageError(`${asked.map((mode) => `--${mode}`).join(' and ')} exclude each other`, 'sync', {
      remedy: 'give only one of them',
    })
  }
  return asked[0] ?? 'full'
}
