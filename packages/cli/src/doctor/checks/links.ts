import type { LinkCounts } from '@pinakes/index'
import { displayPath, type Manifest } from '@pinakes/manifest'
import type { SidecarLink } from '@pinakes/sidecar'
import { count, firstFew } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'
import { partnerDocuments } from '../partner-documents.js'
import type { Survey, SurveyedSidecar } from '../survey.js'

const NAME = 'links'

/** How well the documents are connected, and whether their links lead somewhere. */
export const linksCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const { kb, links } = context.manifest()
    const survey = await context.survey()
    const linked = new Set(survey.sidecars.flatMap(({ sidecar }) => sidecar.links.map(({ to }) => to.kb)))
    const documents = new Map<KbId, ReadonlySet<string> | null>()
    for (const partner of links.kb) {
      if (partner.id === kb.id || !linked.has(partner.id)) continue
      documents.set(partner.id, await partnerDocuments(context.paths.root, partner))
    }
    const reader = await context.index()
    return linkRows({
      survey,
      indexed: reader === null ? null : { ...reader.linkCounts(kb.id), documents: reader.counts().documents },
      here: kb.id,
      documentsOf: (id) => documents.get(id) ?? null,
    })
  },
}

type KbId = Manifest['kb']['id']
type PlacedLink = SidecarLink & { readonly path: string }

/** What the index holds, as of the last sync. */
interface IndexedLinks extends Pick<LinkCounts, 'sources' | 'within' | 'out'> {
  readonly documents: number
}

export interface LinkRowsInput {
  readonly survey: Survey
  /** Null before the first sync. */
  readonly indexed: IndexedLinks | null
  /** The knowledge base that is looked at. */
  readonly here: KbId
  /** The ids of the documents of another one; null where they are not all known. */
  readonly documentsOf: (id: KbId) => ReadonlySet<string> | null
}

/** The rows for the links of a knowledge base: how many the index has, and which of the sidecars' lead nowhere. */
export function linkRows({ survey, indexed, here, documentsOf }: LinkRowsInput): CheckResult[] {
  if (survey.sidecars.length === 0) return [ok(NAME, 'no documents')]
  const present = withoutOrphans(survey)
  const links: PlacedLink[] = present.flatMap(({ path, sidecar }) =>
    sidecar.links.map((link) => ({ path, ...link })),
  )
  if (links.length === 0) {
    return [warn(NAME, 'no document is linked to another', 'pnk link SOURCE TARGET --rel RELATION')]
  }
  return [
    ok(NAME, indexed === null ? 'not synced yet' : summary(indexed)),
    ...danglingHere(
      survey,
      present,
      links.filter(({ to }) => to.kb === here),
    ),
    ...danglingAbroad(
      links.filter(({ to }) => to.kb !== here),
      documentsOf,
    ),
  ]
}

function summary({ documents, sources, within, out }: IndexedLinks): string {
  const share = `${documents === 0 ? 0 : Math.round((100 * sources) / documents)}%`
  const counts = `${count(within + out, 'link')}, ${out} to other knowledge bases`
  return `${sources} of ${count(documents, 'document')} linked (${share}), ${counts}, as of last sync`
}

/** The sidecars whose document is there: a link to one that is gone leads nowhere, though its sidecar keeps the id. */
function withoutOrphans({ sidecars, orphaned }: Survey): readonly SurveyedSidecar[] {
  const gone = new Set(orphaned)
  return sidecars.filter(({ path }) => !gone.has(path))
}

/** While a sidecar cannot be read, the id that a link misses may be in it. */
function danglingHere(
  { broken, unknown }: Survey,
  present: readonly SurveyedSidecar[],
  links: readonly PlacedLink[],
): CheckResult[] {
  if (broken.length > 0 || unknown.length > 0) return []
  const ids = new Set<string>(present.map(({ sidecar }) => sidecar.id))
  return dangling(
    links.filter(({ to }) => !ids.has(to.doc)),
    'no document here',
  )
}

function danglingAbroad(
  links: readonly PlacedLink[],
  documentsOf: (id: KbId) => ReadonlySet<string> | null,
): CheckResult[] {
  const known = new Map([...new Set(links.map(({ to }) => to.kb))].map((id) => [id, documentsOf(id)]))
  const lost = links.filter(({ to }) => known.get(to.kb)?.has(to.doc) === false)
  return dangling(lost, 'no document of a connected knowledge base')
}

function dangling(links: readonly PlacedLink[], where: string): CheckResult[] {
  if (links.length === 0) return []
  const each = links.map(({ path, to }) => `${displayPath(path)} -> ${to.doc}`)
  return [
    warn(
      NAME,
      `${count(links.length, 'link')} to ${where}: ${firstFew(each)}`,
      'restore the documents, or take the links away: pnk unlink DOCUMENT pnk://KB-ID/ID --rel RELATION, as the sidecars have them',
    ),
  ]
}
