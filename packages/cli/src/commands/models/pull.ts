import { string } from '@oclif/core/args'
import { boolean, string as stringFlag } from '@oclif/core/flags'
import { isStaticModel, type PulledModel } from '@pinakes/embed'
import { usageError } from '../../cli-error.js'
import { PnkCommand } from '../../command.js'
import { EXIT, type ExitCode } from '../../exit-codes.js'
import { jsonFlag, kbFlag } from '../../flags/common.js'
import { toJson } from '../../output/json.js'
import { pulledLines, pulledPayload } from '../../output/model-lines.js'
import { openPullProgress } from '../../output/pull-progress.js'

/** `pnk models pull`: brings models into the cache. The only command that fetches weights. */
export class ModelsPull extends PnkCommand {
  static override id = 'models pull'
  static override summary = 'Fetch a model into the model cache, or complete and repair what is there'
  static override description =
    'Fetches what the model providers need of a Hugging Face model (an ONNX file, the tokenizer, settings), checks ' +
    'size and hash of each file, and goes on where an earlier try stopped. Without MODEL, the models that the ' +
    'manifest names. No other command fetches weights. The cache is the one of Hugging Face: HF_HOME moves it.'
  static override examples = [
    {
      description: 'The models of the knowledge base around the current directory',
      command: 'pnk models pull',
    },
    { description: 'One model', command: 'pnk models pull BAAI/bge-small-en-v1.5' },
    {
      description: 'Its weights in eight bits',
      command: 'pnk models pull BAAI/bge-small-en-v1.5:int8',
    },
    {
      description: 'At a commit, so that it never changes',
      command: 'pnk models pull BAAI/bge-small-en-v1.5 --revision 5c38ec7c405ec4b44b94cc5a9bb96e735b38267a',
    },
  ]
  static override args = {
    model: string({
      description: 'Hugging Face id, with :int8 for eight-bit weights; default: the models of the manifest',
      ignoreStdin: true,
    }),
  }
  static override flags = {
    kb: kbFlag,
    json: jsonFlag,
    revision: stringFlag({
      description: 'Commit, branch or tag of MODEL; default: main',
      helpValue: 'REVISION',
    }),
    offline: boolean({
      description: 'Open no network connection: check that what is needed is here, and whole',
      default: false,
    }),
  }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(ModelsPull)
    const wanted = await wantedModels(args.model, flags)
    const pulled: PulledModel[] = []
    for (const one of wanted) pulled.push(await this.pull(one, flags.offline))
    if (flags.json) this.print(toJson({ models: pulled.map(pulledPayload) }))
    else this.print(pulledLines(pulled).join('\n'))
    return EXIT.ok
  }

  private async pull(wanted: WantedModel, offline: boolean): Promise<PulledModel> {
    const { loadModelHub } = await import('@pinakes/embed')
    const { hubSettings, pullModel } = await loadModelHub()
    const progress = await openPullProgress(this.io, wanted.model)
    try {
      return await pullModel({
        ...wanted,
        settings: hubSettings(this.io.env, { offline }),
        signal: this.io.signal,
        onProgress: progress.update,
        onWait: (reason, ms) => {
          progress.close()
          this.io.err.write(`waiting ${Math.ceil(ms / 1000)} s: ${reason}\n`)
        },
      })
    } finally {
      progress.close()
    }
  }
}

interface WantedModel {
  readonly model: string
  readonly revision: string | null
}

async function wantedModels(
  model: string | undefined,
  {
    kb,
    revision = null,
  }: { readonly kb?: string | undefined; readonly revision?: string | null | undefined },
): Promise<readonly WantedModel[]> {
  if (model !== undefined && isStaticModel(model)) return []
  if (model !== undefined) return [{ model, revision }]
  if (revision !== null) throw usageError('--revision is of one model: name it', 'models pull')
  const { manifestModels } = await import('../../manifest-models.js')
  return manifestModels(kb)
}
