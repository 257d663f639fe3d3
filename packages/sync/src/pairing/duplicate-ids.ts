import { compareCodePoints } from '@pinakes/manifest'
import type { SeenSidecar } from './picture.js'
import type { DuplicateId } from './plan.js'

/** The ids that more than one readable sidecar carries, orphans counted; sorted by id, then by path. */
export function duplicateIds(sidecars: readonly Pick<SeenSidecar, 'id' | 'path'>[]): DuplicateId[] {
  const paths = new Map<SeenSidecar['id'], string[]>()
  for (const { id, path } of sidecars) {
    const group = paths.get(id)
    if (group === undefined) paths.set(id, [path])
    else group.push(path)
  }
  return [...paths]
    .filter(([, group]) => group.length > 1)
    .map(([id, group]) => ({ id, sidecars: group.sort(compareCodePoints) }))
    .sort((a, b) => compareCodePoints(a.id, b.id))
}
