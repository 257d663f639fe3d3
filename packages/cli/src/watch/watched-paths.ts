import { documentKey, isNeverWalked, landsInside, MANIFEST_NAME, resolvePath } from '@pinakes/manifest'
import { isAtOrBelowKey } from '@pinakes/sync'

/**
 * The keys of the source roots of the knowledge base at `root`, and of the folders that they lead to when they are
 * symbolic links; the empty key is the knowledge base itself. Sorted, without repeats. They need not exist.
 */
export function rootKeys(root: string, roots: readonly string[]): string[] {
  const keys = roots.flatMap((each) => {
    const led = resolvePath(`${root}/${each}`)
    const target = landsInside(root, led, '.') ? [documentKey(root, led) ?? ''] : []
    return [documentKey(root, each) ?? '', ...target]
  })
  return [...new Set(keys)].sort()
}

/** Whether a change at `key` may be news to a sync, or a folder on the way to one: `roots` are keys as above. */
export function isWatched(key: string, roots: readonly string[]): boolean {
  if (key === '' || key === MANIFEST_NAME) return true
  if (isNeverWalked(key)) return false
  return roots.some((root) => isAtOrBelowKey(root, key) || isAtOrBelowKey(key, root))
}
