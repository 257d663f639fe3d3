import { CliError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag } from '../flags/common.js'
import { toJson } from '../output/json.js'
import { style } from '../output/style.js'
import { templateLines, templatePayload } from '../output/template-lines.js'

/** `pnk templates`: the blueprints that `pnk init` can start from. */
export class Templates extends PnkCommand {
  static override id = 'templates'
  static override summary = 'List the templates that init can start a knowledge base from'
  static override description =
    'Each template by name, version and purpose. A damaged one is listed with what is wrong with it, and the exit ' +
    'code is 1 then, as it is when none is installed.'
  static override examples = [
    { description: 'What there is', command: 'pnk templates' },
    { description: 'Start from one of them', command: 'pnk init --template notes my-kb' },
  ]
  static override flags = { json: jsonFlag }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Templates)
    const { installedTemplates } = await import('../installed-templates.js')
    const rows = installedTemplates()
    if (rows.length === 0) throw noTemplates()
    if (flags.json) this.print(toJson({ templates: rows.map(templatePayload) }))
    else this.print(templateLines(rows, style(this.io.out.colour)).join('\n'))
    return rows.some((row) => 'unreadable' in row) ? EXIT.failure : EXIT.ok
  }
}

function noTemplates(): CliError {
  return new CliError({
    code: 'CLI_NO_TEMPLATES',
    message: 'no template is installed',
    remedy: 'install pnk again: npm install -g @pinakes/cli',
  })
}
