import { string } from '@oclif/core/args'
import { PnkCommand } from '../../command.js'
import { EXIT, type ExitCode } from '../../exit-codes.js'
import { jsonFlag } from '../../flags/common.js'
import { toJson } from '../../output/json.js'
import { style } from '../../output/style.js'
import { verifiedLines, verifiedPayload } from '../../output/verified-lines.js'

/** `pnk models verify`: reads every file of the models and compares it with what was published. */
export class ModelsVerify extends PnkCommand {
  static override id = 'models verify'
  static override summary = 'Check that the files of the models on this machine are whole'
  static override description =
    'Reads every file and compares size and hash with what was published, as the cache recorded it; a file of which ' +
    'no hash is known is checked by its shape. Asks nobody and changes nothing. The exit code is 1 if something is ' +
    'wrong, and each fault comes with what to do about it.'
  static override examples = [
    { description: 'All models that Pinakes can use', command: 'pnk models verify' },
    { description: 'One, whatever it lacks', command: 'pnk models verify BAAI/bge-small-en-v1.5' },
  ]
  static override args = {
    model: string({
      description: 'Hugging Face id; default: every model that Pinakes can use',
      ignoreStdin: true,
    }),
  }
  static override flags = { json: jsonFlag }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(ModelsVerify)
    const { verifyModels } = await import('../../verify-models.js')
    const verified = await verifyModels(this.io.env, args.model)
    if (flags.json) this.print(toJson({ models: verified.map(verifiedPayload) }))
    else this.print(verifiedLines(verified, style(this.io.out.colour)).join('\n'))
    return verified.some(({ isWhole }) => !isWhole) ? EXIT.failure : EXIT.ok
  }
}
