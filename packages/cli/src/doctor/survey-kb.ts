import { join } from 'node:path'
import {
  compileExclude,
  documentOfSidecar,
  documentsBeside,
  type KbUlid,
  type Manifest,
  type Selection,
  selectFiles,
  Tree,
} from '@pinakes/manifest'
import { readSidecar, SidecarError } from '@pinakes/sidecar'
import { isAtOrBelowKey, LEADS_OUTSIDE, unknownPlaces } from '@pinakes/sync'
import type { Survey, SurveyedSidecar } from './survey.js'

/** Whose documents to look at: all of a manifest that a survey needs, a partner's as well. */
export interface SurveyRequest {
  /** Resolved root of the knowledge base. */
  readonly root: string
  readonly owner: KbUlid
  readonly sources: Manifest['sources']
}

/** The documents and sidecars of one knowledge base, by the same walk as a sync's. Reads sidecars, writes nothing. */
export function surveyKb({ root, owner, sources }: SurveyRequest): Survey {
  const selection = selectFiles(root, sources, new Tree(root))
  const sidecars: SurveyedSidecar[] = []
  const broken: { path: string; reason: string }[] = []
  for (const [path, { leadsOutside }] of selection.sidecars) {
    const document = documentOfSidecar(path)
    if (document === null) continue
    if (leadsOutside) {
      broken.push({ path, reason: `${path}: ${LEADS_OUTSIDE.why}` })
      continue
    }
    try {
      sidecars.push({ path, document, sidecar: readSidecar(join(root, path), owner).sidecar })
    } catch (error) {
      if (!(error instanceof SidecarError)) throw error
      broken.push({ path, reason: error.message })
    }
  }
  const unknown = unknownPlaces(selection)
  return {
    documents: new Set(selection.documents.keys()),
    sidecars,
    broken,
    orphaned: orphans(selection, unknown),
    unknown,
    hiddenRecursively: hiddenRecursively(root, sources.exclude, selection.excluded),
  }
}

/** A sidecar beside a file that is excluded or unmatched is no orphan; nor is one where nobody could look. */
function orphans({ documents, sidecars, present }: Selection, unknown: readonly string[]): string[] {
  const beside = documentsBeside([...sidecars.keys()], new Set([...documents.keys(), ...present]))
  return [...beside].flatMap(([path, document]) =>
    document !== null || unknown.some((place) => isAtOrBelowKey(place, path)) ? [] : [path],
  )
}

function hiddenRecursively(
  root: string,
  exclude: readonly string[],
  excluded: ReadonlySet<string>,
): string[] {
  const patterns = exclude.map(compileExclude)
  return [...excluded].filter((key) =>
    patterns.every(({ match }) => match(key, join(root, key)) !== 'anchored'),
  )
}
