import { displayPath, type Manifest } from '@pinakes/manifest'
import { count, firstFew } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'
import type { Survey } from '../survey.js'

const NAME = 'links'

/** How well the documents are connected, and whether the links inside this knowledge base lead somewhere. */
export const linksCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    return linkRows(await context.survey(), context.manifest().kb.id)
  },
}

/** The rows for the sidecars of a survey in the knowledge base `kbId`. */
export function linkRows(survey: Survey, kbId: Manifest['kb']['id']): CheckResult[] {
  const links = survey.sidecars.flatMap(({ path, sidecar }) =>
    sidecar.links.map((link) => ({ path, ...link })),
  )
  if (survey.sidecars.length === 0) return [ok(NAME, 'no documents')]
  if (links.length === 0) {
    return [
      warn(
        NAME,
        'no document is linked to another',
        'add links to the sidecars: - {to: pnk://self/ID, rel: cites}',
      ),
    ]
  }
  const ids = new Set<string>(survey.sidecars.map(({ sidecar }) => sidecar.id))
  const linked = new Set(links.map(({ path }) => path)).size
  const elsewhere = links.filter(({ to }) => to.kb !== kbId).length
  const detail = `${linked} of ${count(survey.sidecars.length, 'document')} linked (${percent(linked, survey.sidecars.length)}), ${count(links.length, 'link')}, ${elsewhere} to other knowledge bases`
  const dangling = links.filter(({ to }) => to.kb === kbId && !ids.has(to.doc))
  const isEvidence = survey.broken.length === 0 && survey.unknown.length === 0
  if (dangling.length === 0 || !isEvidence) return [ok(NAME, detail)]
  const each = dangling.map(({ path, to }) => `${displayPath(path)} -> ${to.doc}`)
  return [
    ok(NAME, detail),
    warn(
      NAME,
      `${count(dangling.length, 'link')} to no document here: ${firstFew(each)}`,
      'correct or remove them in these sidecars',
    ),
  ]
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)}%`
}
