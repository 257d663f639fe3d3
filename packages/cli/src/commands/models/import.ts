import { string } from '@oclif/core/args'
import { string as stringFlag } from '@oclif/core/flags'
import { PnkCommand } from '../../command.js'
import { EXIT, type ExitCode } from '../../exit-codes.js'
import { jsonFlag, notEmpty } from '../../flags/common.js'
import { toJson } from '../../output/json.js'
import { importedLines, importedPayload } from '../../output/model-lines.js'

/** `pnk models import`: takes a model that was brought by hand into the cache. */
export class ModelsImport extends PnkCommand {
  static override id = 'models import'
  static override summary = 'Take a model from a folder into the model cache, without a network'
  static override description =
    "The folder is a model's folder of another machine's cache (models--BAAI--bge-small-en-v1.5), or holds the files " +
    'of the model as they are published: tokenizer.json, onnx/model.onnx and the settings. Its files are copied after ' +
    'they were checked, and it stays as it is. If something is missing or damaged, nothing is taken.'
  static override examples = [
    {
      description: "From another machine's cache; the name says which model it is",
      command: 'pnk models import /media/stick/models--BAAI--bge-small-en-v1.5',
    },
    {
      description: 'From a folder of downloaded files',
      command: 'pnk models import ~/Downloads/bge --model BAAI/bge-small-en-v1.5',
    },
  ]
  static override args = {
    folder: string({
      description: 'The folder',
      required: true,
      ignoreStdin: true,
      parse: async (path) => notEmpty(path),
    }),
  }
  static override flags = {
    json: jsonFlag,
    model: stringFlag({
      description: "Hugging Face id of the model, where the folder's name does not say it",
      helpValue: 'ID',
    }),
    revision: stringFlag({
      description: 'Commit, branch or tag that the files are of; default: main',
      helpValue: 'REVISION',
    }),
  }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(ModelsImport)
    const { loadModelHub } = await import('@pinakes/embed')
    const { hubSettings, importModel } = await loadModelHub()
    const imported = await importModel({
      folder: args.folder,
      model: flags.model,
      revision: flags.revision ?? null,
      settings: hubSettings(this.io.env),
    })
    if (flags.json) this.print(toJson(importedPayload(imported)))
    else this.print(importedLines(imported).join('\n'))
    return EXIT.ok
  }
}
