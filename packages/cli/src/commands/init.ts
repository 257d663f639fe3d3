import { existsSync } from 'node:fs'
import { string } from '@oclif/core/args'
import { boolean, string as stringFlag } from '@oclif/core/flags'
import { kbPaths, quote, resolvePath } from '@pinakes/manifest'
import { usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { notEmpty } from '../flags/common.js'
import { applyInit } from '../init/apply-init.js'
import { DEFAULT_BACKEND, initBackend } from '../init/backends.js'
import { planInit } from '../init/plan-init.js'
import { missingRuntime, offeredBackends } from '../offered-backends.js'
import { initLines } from '../output/init-lines.js'

/** `pnk init`: makes a directory a knowledge base. */
export class Init extends PnkCommand {
  static override id = 'init'
  static override summary = 'Make a directory a knowledge base'
  static override description =
    'Creates the directory if it is missing, and adopts it with everything in it if it is not: existing files stay ' +
    'as they are. The id that it mints is permanent. Nothing is indexed yet: pnk sync does that.'
  static override examples = [
    { description: 'A new knowledge base', command: 'pnk init my-kb' },
    {
      description: 'In the current directory, under another name',
      command: 'pnk init --name "Island archive" .',
    },
    { description: 'With a workflow for GitHub', command: 'pnk init --ci .' },
    { description: 'With files that tell agents how to use it, also later', command: 'pnk init --agents .' },
  ]
  static override args = {
    path: string({
      description: 'The directory to make a knowledge base',
      required: true,
      ignoreStdin: true,
    }),
  }
  static override flags = {
    name: stringFlag({
      description: 'Name of the knowledge base; default: the name of the directory',
      helpValue: 'NAME',
    }),
    template: stringFlag({
      description: 'The template to start from; pnk templates lists them',
      helpValue: 'NAME',
      default: 'notes',
    }),
    backend: stringFlag({
      description: `What computes the vectors; one of: ${offeredBackends().join(', ')}`,
      helpValue: 'BACKEND',
      default: DEFAULT_BACKEND,
    }),
    ci: boolean({
      description:
        'Also write a GitHub workflow that builds the index and checks the knowledge base on each push',
      default: false,
    }),
    agents: boolean({
      description:
        'Also write a section of AGENTS.md and a skill file for agents; in a knowledge base that is there already, ' +
        'these alone. A file that exists gets the section at its end, once, and is not changed otherwise',
      default: false,
    }),
  }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Init)
    notEmpty(args.path)
    const isPlain = flags.name === undefined && !flags.ci
    if (flags.agents && isPlain && isKbRoot(args.path)) return this.addAgentFiles(resolvePath(args.path))
    if (!offeredBackends().includes(flags.backend)) {
      throw usageError(`--backend ${quote(flags.backend)} is not part of this installation`, 'init', {
        remedy: `use one of: ${offeredBackends().join(', ')}`,
      })
    }
    const plan = planInit({
      path: args.path,
      template: flags.template,
      backend: flags.backend,
      ci: flags.ci,
      ...(flags.name === undefined ? {} : { name: flags.name }),
    })
    const result = await applyInit(plan)
    const backend = initBackend(flags.backend)
    const install = missingRuntime((backend.stepUp ?? backend).embedding.provider)
    this.print(initLines(result, { path: args.path, backend, install }).join('\n'))
    return flags.agents ? this.addAgentFiles(result.root) : EXIT.ok
  }

  private async addAgentFiles(root: string): Promise<ExitCode> {
    const { writeAgentFiles } = await import('../agents/write-agent-files.js')
    const { agentLines } = await import('../output/agent-lines.js')
    this.printLines(agentLines(await writeAgentFiles(root), root))
    return EXIT.ok
  }
}

/** Whether the directory itself is a knowledge base; one that lies in another is none. */
function isKbRoot(path: string): boolean {
  return existsSync(kbPaths(resolvePath(path)).manifest)
}
