import { Config } from '@oclif/core/config'
import type { Hook, Hooks } from '@oclif/core/interfaces'

/**
 * The oclif configuration of `pnk`, complete without touching the disk: oclif's own `Config.load()` reads
 * package.json, a theme file and a plugin tree, which `pnk` has no use for and every start would pay for.
 */
export class PnkConfig extends Config {
  constructor() {
    super({ root: '.' })
    this.bin = 'pnk'
    this.name = '@pinakes/cli'
    this.topicSeparator = ' '
    this.pjson = {
      name: this.name,
      version: '',
      oclif: { bin: this.bin, topicSeparator: ' ', additionalHelpFlags: ['-h'] },
    }
  }

  /** `pnk` has no plugins, so no hook ever runs. */
  override async runHook<T extends keyof Hooks, P extends Hooks = Hooks>(): Promise<
    Hook.Result<P[T]['return']>
  > {
    return { successes: [], failures: [] }
  }
}
