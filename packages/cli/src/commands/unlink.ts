import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { linkArgs, linkFlags } from '../flags/link-flags.js'
import { toJson } from '../output/json.js'
import { linkLines, linkPayload } from '../output/link-lines.js'
import { runLink } from '../run-link.js'

/** `pnk unlink`: removes a link from the sidecar of a document. */
export class Unlink extends PnkCommand {
  static override id = 'unlink'
  static override summary = 'Remove a link from a document to another one'
  static override description =
    'Removes the entry with this target and relation from the `links` of the source’s sidecar and touches nothing ' +
    'else. A link that is not there is no error. Where the target is gone, name it by its pnk:// URI, as the sidecar does.'
  static override examples = [
    { description: 'As it was added', command: 'pnk unlink docs/a.md docs/b.md --rel cites' },
    {
      description: 'A target that is gone',
      command: 'pnk unlink docs/a.md pnk://self/01JV3MA0N4R8V2Y6C1E5H9K3P7 --rel extends',
    },
  ]
  static override args = linkArgs
  static override flags = linkFlags

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Unlink)
    const outcome = await runLink('unlink', flags.kb, { ...args, rel: flags.rel })
    if (flags.json) this.print(toJson(linkPayload('unlink', outcome)))
    else this.printLines(linkLines('unlink', outcome))
    return EXIT.ok
  }
}
