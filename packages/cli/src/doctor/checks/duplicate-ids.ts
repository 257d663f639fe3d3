import { displayPath } from '@pinakes/manifest'
import { type DoctorCheck, fail, ok } from '../check.js'
import type { SurveyedSidecar } from '../survey.js'

const NAME = 'duplicate ids'

/** No id stands in two sidecars: a link to it would mean two documents. */
export const duplicateIdsCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const shared = sharedIds((await context.survey()).sidecars)
    if (shared.length === 0) return ok(NAME, 'none')
    return shared.map(([id, paths]) =>
      fail(
        NAME,
        `${id} in ${paths.map(displayPath).join(', ')}`,
        'delete the sidecar of the copy, then pnk sync: the copy gets an id of its own',
      ),
    )
  },
}

/** Ids that more than one sidecar holds, with the paths of all of them. */
function sharedIds(sidecars: readonly SurveyedSidecar[]): [id: string, paths: string[]][] {
  const byId = new Map<string, string[]>()
  for (const { path, sidecar } of sidecars) byId.set(sidecar.id, [...(byId.get(sidecar.id) ?? []), path])
  return [...byId].filter(([, paths]) => paths.length > 1)
}
