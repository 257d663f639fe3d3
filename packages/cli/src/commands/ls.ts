import { boolean } from '@oclif/core/flags'
import { usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag } from '../flags/common.js'
import { filterFlags, searchFilters } from '../flags/filters.js'
import { failureLines, failurePayload } from '../output/failure-lines.js'
import { toJson } from '../output/json.js'
import { documentLines } from '../output/list-lines.js'
import { style } from '../output/style.js'
import { readFailures, withKb } from '../with-kb.js'

/** `pnk ls`: the indexed documents, or those that could not be indexed. */
export class Ls extends PnkCommand {
  static override id = 'ls'
  static override summary = 'List the indexed documents, or those that could not be indexed'
  static override description =
    'One line per document: path, chunks, tags, title. Piped, the fields are separated by tabs. With --failed, one ' +
    'line per document that the last sync could not index, with the reason.'
  static override examples = [
    { description: 'Everything', command: 'pnk ls' },
    { description: 'Only some documents', command: 'pnk ls --path docs/2025/ --tag water' },
    { description: 'What could not be indexed, and why', command: 'pnk ls --failed' },
  ]
  static override flags = {
    kb: kbFlag,
    json: jsonFlag,
    failed: boolean({
      description: 'List the documents that could not be indexed, with the reason',
      default: false,
    }),
    ...filterFlags,
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Ls)
    const filters = searchFilters(flags)
    if (flags.failed) return this.listFailures(flags, Object.keys(filters).length > 0)
    const { listPayload } = await import('@pinakes/retrieve')
    const views = await withKb({ path: flags.kb, offline: true }, (kb) => kb.list(filters))
    if (flags.json) this.print(toJson({ documents: listPayload(views) }))
    else this.printLines(documentLines(views, style(this.io.out.colour), this.io.out.isTerminal))
    return EXIT.ok
  }

  private async listFailures(
    flags: { readonly kb?: string | undefined; readonly json: boolean },
    isFiltered: boolean,
  ): Promise<ExitCode> {
    if (isFiltered) throw usageError('--failed lists every failure and takes no filter', 'ls')
    const failures = await readFailures(flags.kb)
    if (flags.json) this.print(toJson({ failures: failures.map(failurePayload) }))
    else this.printLines(failureLines(failures))
    return EXIT.ok
  }
}
