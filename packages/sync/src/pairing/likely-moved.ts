import { compareCodePoints, type DocUlid } from '@pinakes/manifest'

/** A document of this run that vanished or appeared. */
export interface Departed {
  readonly id: DocUlid
  readonly path: string
  readonly title: string | null
}

export type Arrived = Omit<Departed, 'id'>

/** A document that seems to have moved without its sidecar, with the places it may have gone to, likeliest first. */
export interface LikelyMove {
  readonly id: DocUlid
  readonly from: string
  readonly candidates: readonly string[]
}

const MOST_CANDIDATES = 3

/**
 * For each deleted document the minted ones that may be it: those with its file name, then those in its directory with
 * its suffix, then those with its title; at most three. Without a minted document, or without a candidate, nothing.
 */
export function likelyMoves(deleted: readonly Departed[], minted: readonly Arrived[]): LikelyMove[] {
  return deleted
    .map((gone) => ({ id: gone.id, from: gone.path, candidates: candidatesFor(gone, minted) }))
    .filter(({ candidates }) => candidates.length > 0)
    .sort((a, b) => compareCodePoints(a.from, b.from))
}

function candidatesFor(gone: Departed, minted: readonly Arrived[]): string[] {
  const { directory, name, suffix } = partsOf(gone.path)
  const likeness: readonly ((arrived: Arrived) => boolean)[] = [
    (arrived) => partsOf(arrived.path).name === name,
    (arrived) => {
      const parts = partsOf(arrived.path)
      return parts.directory === directory && parts.suffix === suffix
    },
    (arrived) => gone.title !== null && arrived.title === gone.title,
  ]
  const ranked = likeness.flatMap((alike) =>
    minted
      .filter(alike)
      .map(({ path }) => path)
      .sort(compareCodePoints),
  )
  return [...new Set(ranked)].slice(0, MOST_CANDIDATES)
}

function partsOf(path: string): { directory: string; name: string; suffix: string } {
  const cut = path.lastIndexOf('/') + 1
  const name = path.slice(cut)
  const dot = name.lastIndexOf('.')
  return { directory: path.slice(0, cut), name, suffix: dot > 0 ? name.slice(dot) : '' }
}
