import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag } from '../flags/common.js'
import { toJson } from '../output/json.js'
import { style } from '../output/style.js'

/** `pnk status`: one screen about a knowledge base. */
export class Status extends PnkCommand {
  static override id = 'status'
  static override summary = 'Say on one screen how the knowledge base stands'
  static override description =
    'Documents and passages, what changed since the last sync, what failed, models, links, and the knowledge bases it ' +
    'is linked to. Writes nothing and loads no model. The exit code is 0 whatever it finds: pnk doctor judges.'
  static override examples = [
    { description: 'The knowledge base around the current directory', command: 'pnk status' },
    { description: 'Whether a sync would find anything', command: 'pnk status --json' },
  ]
  static override flags = { kb: kbFlag, json: jsonFlag }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Status)
    const { readStatus } = await import('../status/read-status.js')
    const { statusLines, statusPayload } = await import('../output/status-lines.js')
    const status = await readStatus(flags.kb ?? '.', this.io.env)
    if (flags.json) this.print(toJson(statusPayload(status)))
    else this.printLines(statusLines(status, style(this.io.out.colour)))
    return EXIT.ok
  }
}
