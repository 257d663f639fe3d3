import { boolean } from '@oclif/core/flags'
import { displayPath, findKbRoot } from '@pinakes/manifest'
import type { SyncReport } from '@pinakes/sync'
import { PnkCommand } from '../command.js'
import { errorReport, errorText } from '../error-report.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { kbFlag, offlineFlag } from '../flags/common.js'
import { FREE_EXTRACTION } from '../free-extraction.js'
import { wantsEntities } from '../ner/wants-entities.js'
import { toJson } from '../output/json.js'
import { syncPayload } from '../output/sync-json.js'
import { syncLines } from '../output/sync-lines.js'
import { isNews, watchLine } from '../output/watch-lines.js'
import { runSync } from '../run-sync.js'

interface WatchFlags {
  readonly json: boolean
  readonly quiet: boolean
  readonly offline: boolean
}

/** `pnk watch`: a sync after each change, until it is stopped. */
export class Watch extends PnkCommand {
  static override id = 'watch'
  static override summary = 'Sync after each change of the files, until stopped'
  static override description =
    'Syncs once, then whenever documents, sidecars or the manifest have changed and it is quiet again. One sync runs at ' +
    'a time; while another pnk is at work it tries again. Prints one line for each sync that did something. It never ' +
    'spends money: PDFs are read by the free reader, whatever the manifest says. Stop it with Ctrl-C.'
  static override examples = [
    { description: 'Keep the index up to date while you write', command: 'pnk watch' },
    { description: 'For a program: one JSON object per line', command: 'pnk watch --kb notes --json' },
  ]
  static override flags = {
    kb: kbFlag,
    json: boolean({
      description: 'Print one line of JSON for each sync that did something or was refused',
      default: false,
    }),
    offline: offlineFlag,
    quiet: boolean({ char: 'q', description: 'Print only what needs attention, on stderr', default: false }),
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Watch)
    const root = findKbRoot(flags.kb ?? '.')
    const { watchKb } = await import('../watch/watch-kb.js')
    let last: SyncReport | null = null
    await watchKb({
      root,
      signal: this.io.signal,
      sync: () => this.sync(root, flags.offline),
      onReady: () => {
        if (!flags.quiet) this.io.err.write(`watching ${displayPath(root)}; Ctrl-C ends it\n`)
      },
      onReport: (report) => {
        if (isNews(report, last)) this.tell(report, flags)
        last = report
      },
      onRefusal: (error) => this.tellRefusal(error, flags.json),
    })
    return EXIT.ok
  }

  private sync(root: string, offline: boolean): Promise<SyncReport> {
    return runSync(root, {
      mode: 'full',
      scope: undefined,
      extraction: FREE_EXTRACTION,
      ner: wantsEntities(false, this.io.env),
      offline,
      forceUnlock: false,
      lockWaitMs: 0,
      signal: this.io.signal,
      onProgress: () => undefined,
      onNotice: (message) => this.io.err.write(`${message}\n`),
    })
  }

  private tell(report: SyncReport, flags: WatchFlags): void {
    if (flags.json) this.print(toJson(syncPayload(report), 0))
    else if (!flags.quiet) this.print(watchLine(report))
    if (flags.json && !flags.quiet) return
    for (const line of syncLines(report).quiet) this.io.err.write(`${line}\n`)
  }

  private tellRefusal(error: unknown, json: boolean): void {
    const report = errorReport(error, 'watch')
    const { code, message, remedy } = report
    this.io.err.write(errorText(report, error, this.io.env.PNK_DEBUG === '1'))
    if (json) this.print(toJson({ error: { code, message, remedy } }, 0))
  }
}
