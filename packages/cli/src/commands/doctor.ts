import { boolean } from '@oclif/core/flags'
import { findKbRoot } from '@pinakes/manifest'
import { usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag, yesFlag } from '../flags/common.js'
import { doctorLines, doctorPayload } from '../output/doctor-lines.js'
import { toJson } from '../output/json.js'
import { style } from '../output/style.js'

/** `pnk doctor`: what is well with a knowledge base, and what is not, with the remedy. */
export class Doctor extends PnkCommand {
  static override id = 'doctor'
  static override summary = 'Check a knowledge base, and say what to do about each finding'
  static override description =
    'Reads everything and writes nothing, and opens no network connection. Every finding that is not OK comes with ' +
    'what to do about it. The exit code is 1 if a check failed, 0 with warnings only. With --prune, instead of the ' +
    'checks: names every sidecar whose document is gone, asks, and deletes those that are still orphans then. An id ' +
    'that is deleted with its sidecar does not come back.'
  static override examples = [
    { description: 'The knowledge base around the current directory', command: 'pnk doctor' },
    { description: 'In a script', command: 'pnk doctor --kb my-kb --json' },
    { description: 'When documents are gone for good', command: 'pnk doctor --prune' },
  ]
  static override flags = {
    kb: kbFlag,
    json: jsonFlag,
    prune: boolean({
      description: 'Delete sidecars whose document is gone, after naming each and asking',
      default: false,
    }),
    yes: yesFlag,
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Doctor)
    if (flags.prune) return this.prune(findKbRoot(flags.kb ?? '.'), flags)
    if (flags.yes) throw usageError('--yes goes with --prune: nothing else is asked', 'doctor')
    const { examine } = await import('../doctor/examine.js')
    const results = await examine(flags.kb ?? '.')
    if (flags.json) this.print(toJson(doctorPayload(results)))
    else this.printLines(doctorLines(results, style(this.io.out.colour)))
    return results.some((result) => result.status === 'FAIL') ? EXIT.failure : EXIT.ok
  }

  private async prune(
    root: string,
    { yes, json }: { readonly yes: boolean; readonly json: boolean },
  ): Promise<ExitCode> {
    const { runPrune } = await import('../prune/run-prune.js')
    await runPrune(this.io, { root, yes, json })
    return EXIT.ok
  }
}
