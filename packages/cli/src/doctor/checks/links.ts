import { displayPath, type Manifest } from '@pinakes/manifest'
import type { SidecarLink } from '@pinakes/sidecar'
import { count, firstFew } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'
import { partnerDocuments } from '../partner-documents.js'
import type { Survey } from '../survey.js'

const NAME = 'links'

/** How well the documents are connected, and whether their links lead somewhere. */
export const linksCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const { kb, links } = context.manifest()
    const survey = await context.survey()
    const linked = new Set(survey.sidecars.flatMap(({ sidecar }) => sidecar.links.map(({ to }) => to.kb)))
    const documents = new Map<KbId, ReadonlySet<string> | null>()
    for (const partner of links.kb) {
      if (partner.id === kb.id || !linked.has(partner.id)) continue
      documents.set(partner.id, await partnerDocuments(context.paths.root, partner))
    }
    return linkRows(survey, kb.id, (id) => documents.get(id) ?? null)
  },
}

type KbId = Manifest['kb']['id']
type PlacedLink = SidecarLink & { readonly path: string }

/**
 * The rows for the sidecars of a survey in the knowledge base `here`; `documentsOf` gives the ids of another one, or
 * null where they are not all known.
 */
export function linkRows(
  survey: Survey,
  here: KbId,
  documentsOf: (id: KbId) => ReadonlySet<string> | null,
): CheckResult[] {
  if (survey.sidecars.length === 0) return [ok(NAME, 'no documents')]
  const links: PlacedLink[] = survey.sidecars.flatMap(({ path, sidecar }) =>
    sidecar.links.map((link) => ({ path, ...link })),
  )
  if (links.length === 0) {
    const remedy = 'add links to the sidecars: - {to: pnk://self/ID, rel: cites}'
    return [warn(NAME, 'no document is linked to another', remedy)]
  }
  const abroad = links.filter(({ to }) => to.kb !== here)
  return [
    ok(NAME, summary(survey, links, abroad.length)),
    ...danglingHere(
      survey,
      links.filter(({ to }) => to.kb === here),
    ),
    ...danglingAbroad(abroad, documentsOf),
  ]
}

function summary({ sidecars }: Survey, links: readonly PlacedLink[], abroad: number): string {
  const linked = new Set(links.map(({ path }) => path)).size
  const share = `${Math.round((100 * linked) / sidecars.length)}%`
  return `${linked} of ${count(sidecars.length, 'document')} linked (${share}), ${count(links.length, 'link')}, ${abroad} to other knowledge bases`
}

/** While a sidecar cannot be read, the id that a link misses may be in it. */
function danglingHere(survey: Survey, links: readonly PlacedLink[]): CheckResult[] {
  if (survey.broken.length > 0 || survey.unknown.length > 0) return []
  const ids = new Set<string>(survey.sidecars.map(({ sidecar }) => sidecar.id))
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
      'correct or remove them in these sidecars',
    ),
  ]
}
