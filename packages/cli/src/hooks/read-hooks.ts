import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '@pinakes/manifest'
import type { HookPlace } from './hook-directory.js'
import { HOOK_NAMES, type HookName, hookScript, isOurHook, servedKb } from './hook-script.js'

/** What stands at the place of a hook. */
export type HookState =
  /** Nothing. */
  | 'absent'
  /** Exactly what would be written. */
  | 'installed'
  /** Ours, of another version or not executable. */
  | 'outdated'
  /** Ours, for another knowledge base of this repository. */
  | 'other-kb'
  /** Somebody else's. */
  | 'foreign'

export interface FoundHook {
  readonly name: HookName
  readonly path: string
  readonly state: HookState
}

/** The three hooks as they are; reads and writes nothing else. */
export function readHooks(place: HookPlace): FoundHook[] {
  return HOOK_NAMES.map((name) => {
    const path = join(place.directory, name)
    return { name, path, state: stateOf(name, path, place) }
  })
}

function stateOf(name: HookName, path: string, place: HookPlace): HookState {
  const text = readOrNull(path)
  if (text === null) return 'absent'
  if (!isOurHook(text)) return 'foreign'
  if (servedKb(text) !== place.kb && isKb(join(place.top, servedKb(text)))) return 'other-kb'
  return text === hookScript(name, place.kb) && isExecutable(path) ? 'installed' : 'outdated'
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

function isKb(directory: string): boolean {
  return statSync(join(directory, 'pinakes.toml'), { throwIfNoEntry: false })?.isFile() ?? false
}

/** Windows has no such bit, and git there asks for none. */
function isExecutable(path: string): boolean {
  return process.platform === 'win32' || (statSync(path).mode & 0o111) !== 0
}
