import { findKbRoot } from '@pinakes/manifest'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag } from '../flags/common.js'
import { hookLines } from '../output/hook-lines.js'
import { toJson } from '../output/json.js'

/** `pnk install-hooks`: has git keep sidecars and index up to date. */
export class InstallHooks extends PnkCommand {
  static override id = 'install-hooks'
  static override summary = 'Have git commits bring sidecars and index up to date'
  static override description =
    'Writes three hooks where git looks for them. pre-commit gives new documents that are staged their sidecars and ' +
    'stages those; post-commit and post-merge bring the index up to date. They never spend money, and do nothing where ' +
    'pnk cannot be started. A hook of somebody else is left as it is: the line that it needs is printed, and the exit ' +
    'code is 1.'
  static override examples = [
    { description: 'In the repository that holds the knowledge base', command: 'pnk install-hooks' },
    { description: 'For a knowledge base in a subdirectory', command: 'pnk install-hooks --kb notes' },
  ]
  static override flags = { kb: kbFlag, json: jsonFlag }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(InstallHooks)
    const root = findKbRoot(flags.kb ?? '.')
    const { gitOfRepository } = await import('../git/git.js')
    const { hookPlace } = await import('../hooks/hook-directory.js')
    const { installHooks } = await import('../hooks/install-hooks.js')
    const result = await installHooks(hookPlace(gitOfRepository(root, this.io.env, process.cwd())))
    if (flags.json) this.print(toJson(result))
    else this.printLines(hookLines(result))
    return result.kept.length > 0 ? EXIT.failure : EXIT.ok
  }
}
