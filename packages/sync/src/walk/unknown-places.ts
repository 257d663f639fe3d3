import type { Selection } from '@pinakes/manifest'

/** The keys of what nobody could look into: missing roots, and directories that could not be read. */
export function unknownPlaces({ problems }: Pick<Selection, 'problems'>): string[] {
  return [...problems.missingRoots, ...problems.unreadable.map(({ key }) => key)]
}

/** Whether a key is, or lies below, the directory of the key `place`; everything lies below the empty one. */
export function isAtOrBelowKey(place: string, key: string): boolean {
  return place === '' || key === place || key.startsWith(`${place}/`)
}
