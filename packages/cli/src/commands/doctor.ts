import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag } from '../flags/common.js'
import { doctorLines, doctorPayload } from '../output/doctor-lines.js'
import { toJson } from '../output/json.js'
import { style } from '../output/style.js'

/** `pnk doctor`: what is well with a knowledge base, and what is not, with the remedy. */
export class Doctor extends PnkCommand {
  static override id = 'doctor'
  static override summary = 'Check a knowledge base, and say what to do about each finding'
  static override description =
    'Reads everything and writes nothing, and opens no network connection. Every finding that is not OK comes with ' +
    'what to do about it. The exit code is 1 if a check failed, 0 with warnings only.'
  static override examples = [
    { description: 'The knowledge base around the current directory', command: 'pnk doctor' },
    { description: 'In a script', command: 'pnk doctor --kb my-kb --json' },
  ]
  static override flags = { kb: kbFlag, json: jsonFlag }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Doctor)
    const { examine } = await import('../doctor/examine.js')
    const results = await examine(flags.kb ?? '.')
    if (flags.json) this.print(toJson(doctorPayload(results)))
    else this.printLines(doctorLines(results, style(this.io.out.colour)))
    return results.some((result) => result.status === 'FAIL') ? EXIT.failure : EXIT.ok
  }
}
