import type { PnkCommandClass } from './command.js'
import { COMMAND_IDS, type CommandId } from './command-ids.js'
import { Doctor } from './commands/doctor.js'
import { Get } from './commands/get.js'
import { Ls } from './commands/ls.js'
import { Search } from './commands/search.js'
import { Sync } from './commands/sync.js'
import { Templates } from './commands/templates.js'

/**
 * The classes themselves are small and come with the first file that is read, since every further file costs a start
 * more than it saves; what a command works with is loaded when it runs.
 */
const LOADERS: Readonly<Record<CommandId, () => Promise<PnkCommandClass>>> = {
  // Its options depend on the model providers of this installation, which the others can do without.
  init: async () => (await import('./commands/init.js')).Init,
  templates: async () => Templates,
  sync: async () => Sync,
  // Started once and left running: not worth a line in the file that every start reads.
  watch: async () => (await import('./commands/watch.js')).Watch,
  search: async () => Search,
  ask: async () => (await import('./commands/ask.js')).Ask,
  get: async () => Get,
  ls: async () => Ls,
  link: async () => (await import('./commands/link.js')).Link,
  unlink: async () => (await import('./commands/unlink.js')).Unlink,
  links: async () => (await import('./commands/links.js')).Links,
  graph: async () => (await import('./commands/graph.js')).Graph,
  // Started once and left running.
  serve: async () => (await import('./commands/serve.js')).Serve,
  status: async () => (await import('./commands/status.js')).Status,
  // Run now and then: not worth a line in the file that every start reads.
  eval: async () => (await import('./commands/eval.js')).Eval,
  calibrate: async () => (await import('./commands/calibrate.js')).Calibrate,
  doctor: async () => Doctor,
  'install-hooks': async () => (await import('./commands/install-hooks.js')).InstallHooks,
  // Needed once per machine: these are not worth a line in the file that every start reads.
  'models ls': async () => (await import('./commands/models/ls.js')).ModelsLs,
  'models pull': async () => (await import('./commands/models/pull.js')).ModelsPull,
  'models verify': async () => (await import('./commands/models/verify.js')).ModelsVerify,
  'models import': async () => (await import('./commands/models/import.js')).ModelsImport,
  completions: async () => (await import('./commands/completions.js')).completionsOf(COMMANDS),
  version: async () => (await import('./commands/version.js')).Version,
}

/** A command by name. */
export interface CommandEntry {
  readonly id: CommandId
  load(): Promise<PnkCommandClass>
}

/** Every command of this build, in the order in which help lists them. */
export const COMMANDS: readonly CommandEntry[] = COMMAND_IDS.map((id) => ({ id, load: LOADERS[id] }))
