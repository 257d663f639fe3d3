import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag } from '../flags/common.js'
import { toJson } from '../output/json.js'
import { style } from '../output/style.js'

/** `pnk version`: what `pnk` is and runs on; also `pnk --version --verbose`. */
export class Version extends PnkCommand {
  static override id = 'version'
  static override summary = 'Say which pnk, Node, SQLite, model providers and models these are'
  static override description =
    'All that a bug report needs. pnk --version says the first of it in one line, pnk --version --verbose the same as ' +
    'this command. No model is loaded and no network connection opened.'
  static override examples = [
    { description: 'Everything', command: 'pnk version' },
    { description: 'For a program', command: 'pnk version --json' },
  ]
  static override flags = { json: jsonFlag }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Version)
    const { machineReport } = await import('../machine-report.js')
    const { versionLines, versionPayload } = await import('../output/version-lines.js')
    const report = await machineReport(this.io.env)
    if (flags.json) this.print(toJson(versionPayload(report)))
    else this.printLines(versionLines(report, style(this.io.out.colour)))
    return EXIT.ok
  }
}
