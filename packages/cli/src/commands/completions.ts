import { string } from '@oclif/core/args'
import { PnkCommand, type PnkCommandClass } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import type { CommandEntry } from '../registry.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `pnk completions`: a script by which a shell completes `pnk`. */
class Completions extends PnkCommand {
  static override id = 'completions'
  static override summary = 'Print a script by which your shell completes pnk'
  static override description =
    'Commands, options and their values, as this installation has them. Print it again after an update. zsh needs ' +
    'compinit first.'
  static override examples = [
    { description: 'In ~/.bashrc', command: 'pnk completions bash > ~/.pnk.bash && source ~/.pnk.bash' },
    { description: 'Now and here, in zsh', command: 'pnk completions zsh > ~/.pnk.zsh && source ~/.pnk.zsh' },
    {
      description: 'Once and for all, in fish',
      command: 'pnk completions fish > ~/.config/fish/completions/pnk.fish',
    },
  ]
  static override args = {
    shell: string({
      description: 'The shell: bash, zsh or fish',
      options: [...SHELLS],
      required: true,
      ignoreStdin: true,
    }),
  }

  static override flags = {}

  /** The commands to complete. */
  protected commands: readonly CommandEntry[] = []

  async run(): Promise<ExitCode> {
    const { args } = await this.parse(Completions)
    const { completionScript } = await import('../completions/completion-script.js')
    this.io.out.write(await completionScript(args.shell as (typeof SHELLS)[number], this.commands))
    return EXIT.ok
  }
}

/** {@link Completions} over the commands of a registry, which it is one of. */
export function completionsOf(commands: readonly CommandEntry[]): PnkCommandClass {
  return class extends Completions {
    protected override commands = commands
  }
}
