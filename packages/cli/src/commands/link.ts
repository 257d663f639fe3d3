import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { linkArgs, linkFlags } from '../flags/link-flags.js'
import { toJson } from '../output/json.js'
import { linkLines, linkPayload } from '../output/link-lines.js'
import { runLink } from '../run-link.js'

/** `pnk link`: adds a link to the sidecar of a document. */
export class Link extends PnkCommand {
  static override id = 'link'
  static override summary = 'Link a document to another one, here or in a connected knowledge base'
  static override description =
    'Writes one entry to the `links` of the source’s sidecar and touches nothing else; every other byte stays. The ' +
    'same link twice is written once. A path is relative to the root of the knowledge base, not to the current directory.'
  static override examples = [
    {
      description: 'Two documents of this knowledge base',
      command: 'pnk link docs/a.md docs/b.md --rel cites',
    },
    {
      description: 'A document of a connected knowledge base, by its name in [[links.kb]]',
      command: 'pnk link docs/a.md harbour:docs/tides.md --rel "based on"',
    },
    {
      description: 'By id; the document need not be here',
      command: 'pnk link docs/a.md pnk://self/01JV3MA0N4R8V2Y6C1E5H9K3P7 --rel extends',
    },
  ]
  static override args = linkArgs
  static override flags = linkFlags

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Link)
    const outcome = await runLink('link', flags.kb, { ...args, rel: flags.rel })
    if (flags.json) this.print(toJson(linkPayload('link', outcome)))
    else this.printLines(linkLines('link', outcome))
    return EXIT.ok
  }
}
