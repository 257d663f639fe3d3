import type { DocUlid, KbUlid } from '@pinakes/manifest'
import type { Survey, SurveyedSidecar } from '../doctor/survey.js'

/** A sidecar that may go: the file of its document is missing, and nothing here needs it to find the document again. */
export interface Orphan {
  readonly path: string
  readonly document: string
  readonly id: DocUlid
  /** Documents whose sidecars link to it. */
  readonly linkedFrom: readonly string[]
}

/** Which orphaned sidecars may go, and which have to stay and why. */
export interface PrunePlan {
  readonly removable: readonly Orphan[]
  readonly kept: readonly { readonly path: string; readonly why: string }[]
}

export interface PruneInput {
  readonly survey: Pick<Survey, 'orphaned' | 'sidecars'>
  readonly kb: KbUlid
  /** Ids of the documents that the index has as present. */
  readonly indexed: ReadonlySet<string>
}

/** The plan for the orphans of a survey. Pure. */
export function prunePlan({ survey: { orphaned, sidecars }, kb, indexed }: PruneInput): PrunePlan {
  const byPath = new Map(sidecars.map((each) => [each.path, each]))
  const orphans = new Set(orphaned)
  const settled = new Set(sidecars.filter(({ path }) => !orphans.has(path)).map(({ sidecar }) => sidecar.id))
  const removable: Orphan[] = []
  const kept: { path: string; why: string }[] = []
  for (const path of orphaned) {
    const found = byPath.get(path)
    if (found === undefined) kept.push({ path, why: UNREADABLE })
    else if (indexed.has(found.sidecar.id) && !settled.has(found.sidecar.id))
      kept.push({ path, why: INDEXED })
    else removable.push(orphan(found, sidecars, kb))
  }
  return { removable, kept }
}

const UNREADABLE = 'cannot be read, so nobody can tell whose id it holds'
/** The document may have moved: only a sync finds it by its content and gives it this sidecar. */
const INDEXED = 'the index has its document as present: run pnk sync first'

function orphan({ path, document, sidecar }: SurveyedSidecar, all: Survey['sidecars'], kb: KbUlid): Orphan {
  const links = all.filter(
    (other) =>
      other.path !== path && other.sidecar.links.some(({ to }) => to.kb === kb && to.doc === sidecar.id),
  )
  return { path, document, id: sidecar.id, linkedFrom: links.map((other) => other.document) }
}
