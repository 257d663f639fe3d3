import { chmod, mkdir } from 'node:fs/promises'
import { writeFileAtomic } from '@pinakes/manifest'
import { linkTarget } from '../link-target.js'
import type { HookPlace } from './hook-directory.js'
import { type HookName, hookScript, hookSuggestion } from './hook-script.js'
import { type FoundHook, readHooks } from './read-hooks.js'

/** A hook that was left as it is. */
export interface KeptHook {
  readonly name: HookName
  readonly path: string
  readonly why: 'foreign' | 'other-kb'
  /** A line that would make it serve this knowledge base, too. */
  readonly suggestion: string
}

export interface InstalledHooks {
  readonly directory: string
  readonly written: readonly HookName[]
  readonly unchanged: readonly HookName[]
  readonly kept: readonly KeptHook[]
}

/**
 * Writes the hooks that are missing or outdated, and leaves every other file byte for byte. Rejects with the file
 * system's error; each hook is then old or new.
 */
export async function installHooks(place: HookPlace): Promise<InstalledHooks> {
  const found = readHooks(place)
  const written = found.filter(({ state }) => state === 'absent' || state === 'outdated')
  if (written.length > 0) await mkdir(place.directory, { recursive: true })
  for (const { name, path } of written) await writeHook(path, hookScript(name, place.kb))
  return {
    directory: place.directory,
    written: written.map(({ name }) => name),
    unchanged: found.filter(({ state }) => state === 'installed').map(({ name }) => name),
    kept: found.flatMap((hook) => keptHook(hook, place)),
  }
}

/** Through a symbolic link: a folder of hooks that several repositories share stays what it is. */
async function writeHook(path: string, text: string): Promise<void> {
  const target = await linkTarget(path)
  await writeFileAtomic(target, text)
  await chmod(target, 0o755)
}

function keptHook({ name, path, state }: FoundHook, place: HookPlace): KeptHook[] {
  if (state !== 'foreign' && state !== 'other-kb') return []
  return [{ name, path, why: state, suggestion: hookSuggestion(name, place.kb) }]
}
