import type { PnkCommandClass } from './command.js'

/** A command by name; its module is loaded only when it runs or when help describes it. */
export interface CommandEntry {
  readonly id: string
  load(): Promise<PnkCommandClass>
}

/** Every command of this build, in the order in which help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  { id: 'init', load: async () => (await import('./commands/init.js')).Init },
  { id: 'templates', load: async () => (await import('./commands/templates.js')).Templates },
  { id: 'sync', load: async () => (await import('./commands/sync.js')).Sync },
  { id: 'search', load: async () => (await import('./commands/search.js')).Search },
  { id: 'get', load: async () => (await import('./commands/get.js')).Get },
  { id: 'ls', load: async () => (await import('./commands/ls.js')).Ls },
  { id: 'doctor', load: async () => (await import('./commands/doctor.js')).Doctor },
]

/** True when this build has the command; texts that recommend one ask first. */
export function hasCommand(id: string): boolean {
  return COMMANDS.some((entry) => entry.id === id)
}
