import { boolean } from '@oclif/core/flags'
import { PnkCommand } from '../../command.js'
import { EXIT, type ExitCode } from '../../exit-codes.js'
import { jsonFlag } from '../../flags/common.js'
import { toJson } from '../../output/json.js'
import { modelLines, modelPayload } from '../../output/model-lines.js'
import { style } from '../../output/style.js'

/** `pnk models ls`: the models of this machine. */
export class ModelsLs extends PnkCommand {
  static override id = 'models ls'
  static override summary = 'List the models that are on this machine'
  static override description =
    'One line per model and commit: id, commit, branches, weights, size. Piped, the fields are separated by tabs. ' +
    'Reads names and sizes only, and asks nobody: pnk models verify reads the files themselves.'
  static override examples = [
    { description: 'What there is', command: 'pnk models ls' },
    { description: 'With those that other programs brought', command: 'pnk models ls --all' },
  ]
  static override flags = {
    json: jsonFlag,
    all: boolean({
      description: 'Also list models in the cache that Pinakes cannot use, with the reason',
      default: false,
    }),
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(ModelsLs)
    const { installedModels } = await import('../../installed-models.js')
    const { cache, models } = await installedModels(this.io.env)
    const shown = models.filter(({ lacks }) => flags.all || lacks === null)
    if (flags.json) this.print(toJson({ cache, models: shown.map(modelPayload) }))
    else this.print(modelLines(shown, style(this.io.out.colour), this.io.out.isTerminal).join('\n'))
    return EXIT.ok
  }
}
