import { setImmediate } from 'node:timers/promises'
import {
  displayPath,
  documentsBeside,
  isPinakesError,
  pathOfKey,
  type Selection,
  selectFiles,
  Tree,
} from '@pinakes/manifest'
import { readSidecar, type Sidecar } from '@pinakes/sidecar'
import type { Partner } from './open-partner.js'
import { type PartnerProblem, walkProblems } from './partner-problems.js'

/** A readable sidecar of a document of another KB. */
export interface PartnerSidecar {
  /** The sidecar's own path, relative to that KB. */
  readonly path: string
  readonly sidecar: Sidecar
}

/** The documents of another KB, as far as they have sidecars. */
export interface PartnerWalk {
  readonly sidecars: readonly PartnerSidecar[]
  /** Empty if every document was seen and every sidecar read: only then is what is missing really missing. */
  readonly problems: readonly PartnerProblem[]
}

/** How long to read before others get a turn, ms. */
const TURN_MS = 20

/**
 * Reads the sidecars beside the documents that the partner's own `[sources]` take, and nothing else of it. Its `self`
 * means the partner. Rejects only when aborted.
 */
export async function walkPartner(partner: Partner, signal?: AbortSignal): Promise<PartnerWalk> {
  const { root, manifest } = partner
  const selection = selectFiles(root, manifest.sources, new Tree(root))
  const sidecars: PartnerSidecar[] = []
  const broken: PartnerProblem[] = []
  let turnEnds = performance.now() + TURN_MS
  for (const path of sidecarsOf(selection)) {
    const read = selection.sidecars.get(path)?.leadsOutside ? outside(path) : readOne(partner, path)
    if ('sidecar' in read) sidecars.push(read)
    else broken.push(read)
    if (performance.now() < turnEnds) continue
    await setImmediate()
    signal?.throwIfAborted()
    turnEnds = performance.now() + TURN_MS
  }
  return { sidecars, problems: [...walkProblems(selection.problems), ...summary(broken)] }
}

/**
 * The sidecars that stand beside a document. One beside a link that leads out of the partner counts: the document is
 * not opened, and its sidecar lies inside.
 */
function sidecarsOf({ documents, sidecars, problems }: Selection): string[] {
  const all = new Set([...documents.keys(), ...problems.outsideLinks])
  const beside = documentsBeside([...sidecars.keys()], all)
  return [...beside].flatMap(([path, document]) => (document === null ? [] : [path]))
}

function readOne({ root, manifest }: Partner, path: string): PartnerSidecar | PartnerProblem {
  try {
    return { path, sidecar: readSidecar(pathOfKey(root, path), manifest.id).sidecar }
  } catch (error) {
    if (!isPinakesError(error)) throw error
    return { message: error.message, remedy: error.remedy }
  }
}

function outside(path: string): PartnerProblem {
  return {
    message: `${displayPath(path)} is a symbolic link that leads out of it, not followed`,
    remedy: 'Replace the link over there by the file that it leads to.',
  }
}

/** One problem for all sidecars that cannot be read: thousands may be at fault in one way. */
function summary(broken: readonly PartnerProblem[]): PartnerProblem[] {
  const [first] = broken
  if (first === undefined) return []
  const what = broken.length === 1 ? 'a sidecar' : `${broken.length} sidecars`
  return [
    {
      message: `${what} of it cannot be read, so what is known of it stays as it is: ${first.message}`,
      remedy: first.remedy,
    },
  ]
}
