/** The commands of this build, in the order in which help lists them. */
export const COMMAND_IDS = [
  'init',
  'templates',
  'sync',
  'watch',
  'search',
  'ask',
  'get',
  'ls',
  'link',
  'unlink',
  'links',
  'graph',
  'serve',
  'status',
  'eval',
  'calibrate',
  'doctor',
  'install-hooks',
  'models ls',
  'models pull',
  'models verify',
  'models import',
  'completions',
  'version',
] as const

export type CommandId = (typeof COMMAND_IDS)[number]

/** True when this build has the command; texts that recommend one ask first. */
export function hasCommand(id: string): id is CommandId {
  return (COMMAND_IDS as readonly string[]).includes(id)
}
