import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { writeFileAtomic } from '@pinakes/manifest'
import { COMMIT } from '../hub-cache.js'

/** Records that `revision` (null: `main`) is at `commit`; a revision that is a commit needs no record. */
export async function writeRef(repo: string, revision: string | null, commit: string): Promise<void> {
  if (revision === commit) return
  const path = join(repo, 'refs', ...(revision ?? 'main').split('/'))
  mkdirSync(dirname(path), { recursive: true })
  await writeFileAtomic(path, commit)
}

/** Every branch and tag that the cache knows of the model, and the commit each is at. */
export function readRefs(repo: string): ReadonlyMap<string, string> {
  const folder = join(repo, 'refs')
  const refs = new Map<string, string>()
  for (const name of namesBelow(folder)) {
    const commit = readFileSync(join(folder, name), 'utf8').trim()
    if (COMMIT.test(commit)) refs.set(name.replaceAll('\\', '/'), commit)
  }
  return refs
}

function namesBelow(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  } catch {
    // A model without refs: fetched by commit alone, or brought by hand.
    return []
  }
}
