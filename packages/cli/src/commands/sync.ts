import type { Config } from '@oclif/core/config'
import { boolean, option, string } from '@oclif/core/flags'
import { findKbRoot } from '@pinakes/manifest'
import type { DocumentScope, SyncReport } from '@pinakes/sync'
import { CLEAR_TARGETS, type ClearTarget } from '../clear-cache/clear-plan.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag, offlineFlag, yesFlag } from '../flags/common.js'
import { withValue } from '../flags/optional-value.js'
import { syncMode } from '../flags/sync-mode.js'
import type { CommandIo } from '../io.js'
import { wantsEntities } from '../ner/wants-entities.js'
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
    { description: 'Empty the cache of texts taken out of PDFs', command: 'pnk sync --clear-cache' },
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
    stage: boolean({
      description:
        'With --sidecars-only: only for documents that are staged in git, and stage their sidecars',
      default: false,
    }),
    extract: string({
      description: 'The extraction backend of this run, whatever the manifest says',
      helpValue: 'BACKEND',
    }),
    'scan-links': boolean({
      description:
        'Read what the linked knowledge bases say of this one, even if that was done within the hour',
      default: false,
    }),
    ner: boolean({
      description:
        'Also look for names in the texts, and join passages that mention the same one in the graph; PINAKES_NER=1 asks for it in every sync',
      default: false,
    }),
    offline: offlineFlag,
    'force-unlock': boolean({
      description: 'Take over the lock of a sync on another computer that is known to be dead',
      default: false,
    }),
    'clear-cache': option({
      description:
        'Instead of a sync: empty the cache of extracted texts; paid also those that were paid for, transcripts only ' +
        'the transcripts of deep answers; all where no value is given',
      helpValue: CLEAR_TARGETS.join('|'),
      options: CLEAR_TARGETS,
    })(),
    yes: yesFlag,
    quiet: boolean({ char: 'q', description: 'Print only what needs attention, on stderr', default: false }),
  }

  constructor(argv: string[], config: Config, io: CommandIo) {
    super(withValue(argv, 'clear-cache', 'all'), config, io)
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Sync)
    const mode = syncMode(flags)
    const root = findKbRoot(flags.kb ?? '.')
    const target = flags['clear-cache']
    if (target !== undefined) return this.clearCache(root, target, flags)
    const progress = await openProgress(this.io, flags.quiet || flags.json)
    const sync = (scope?: DocumentScope) =>
      runSync(root, {
        mode,
        scope,
        extraction: flags.extract,
        scanLinks: flags['scan-links'],
        ner: mode !== 'sidecars-only' && wantsEntities(flags.ner, this.io.env),
        offline: flags.offline,
        forceUnlock: flags['force-unlock'],
        // A commit must not go without its sidecars because the hook of the last one is still at work.
        lockWaitMs: flags.stage ? HOOK_LOCK_WAIT_MS : 0,
        signal: this.io.signal,
        onProgress: progress.update,
        onNotice: (message) => {
          progress.close()
          this.io.err.write(`${message}\n`)
        },
      })
    try {
      const report = flags.stage ? await this.syncStaged(root, sync) : await sync()
      progress.close()
      this.report(report, flags)
      return report.outcome === 'failed' ? EXIT.failure : EXIT.ok
    } finally {
      progress.close()
    }
  }

  private async clearCache(root: string, target: ClearTarget, flags: ClearFlags): Promise<ExitCode> {
    const { runClearCache } = await import('../clear-cache/run-clear-cache.js')
    const { clearedLines } = await import('../output/clear-lines.js')
    const cleared = await runClearCache(this.io, {
      root,
      target,
      yes: flags.yes,
      forceUnlock: flags['force-unlock'],
    })
    if (flags.json) this.print(toJson(cleared))
    else if (!flags.quiet) this.printLines(clearedLines(cleared))
    return EXIT.ok
  }

  private async syncStaged(
    root: string,
    sync: (scope: DocumentScope) => Promise<SyncReport>,
  ): Promise<SyncReport> {
    const { withStaging } = await import('../git/with-staging.js')
    return withStaging(root, this.io.env, sync)
  }

  private report(report: SyncReport, flags: { readonly json: boolean; readonly quiet: boolean }): void {
    const lines = syncLines(report)
    if (flags.quiet) this.io.err.write(lines.quiet.map((line) => `${line}\n`).join(''))
    if (flags.json) this.print(toJson(syncPayload(report)))
    else if (!flags.quiet) this.print(lines.all.join('\n'))
  }
}

/** What a pre-commit hook waits for another sync to end. */
const HOOK_LOCK_WAIT_MS = 5_000

type ClearFlags = Readonly<Record<'json' | 'quiet' | 'yes' | 'force-unlock', boolean>>
