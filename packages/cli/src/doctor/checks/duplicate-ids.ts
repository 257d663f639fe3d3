import { displayPath } from '@pinakes/manifest'
import { duplicateIds } from '@pinakes/sync'
import { type DoctorCheck, fail, ok } from '../check.js'

const NAME = 'duplicate ids'

/** No id stands in two sidecars: a link to it would mean two documents. */
export const duplicateIdsCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const { sidecars } = await context.survey()
    const shared = duplicateIds(sidecars.map(({ path, sidecar }) => ({ path, id: sidecar.id })))
    if (shared.length === 0) return ok(NAME, 'none')
    return shared.map(({ id, sidecars: paths }) =>
      fail(
        NAME,
        `${id} in ${paths.map(displayPath).join(', ')}`,
        'delete the sidecar of the copy, then pnk sync: the copy gets an id of its own',
      ),
    )
  },
}
