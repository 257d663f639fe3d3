import { displayPath } from '@pinakes/manifest'
import { count, firstFew } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'index identities'

/** Every indexed document has its id in a sidecar too: an id that only the index knows is lost with the index. */
export const indexIdentitiesCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const survey = await context.survey()
    const known = new Map(
      survey.sidecars.map(({ document, sidecar }) => [document.normalize('NFC'), sidecar.id]),
    )
    const documents = (await context.index())?.documents() ?? []
    const bare = documents.filter(({ path, id }) => known.get(path.normalize('NFC')) !== id)
    if (bare.length === 0 || survey.broken.length > 0 || survey.unknown.length > 0) {
      return ok(NAME, bare.length === 0 ? 'all in sidecars' : 'not compared while sidecars cannot be read')
    }
    return warn(
      NAME,
      `${count(bare.length, 'document')} whose id no sidecar holds: ${firstFew(bare.map(({ path }) => displayPath(path)))}`,
      'pnk sync: it writes or adopts the sidecars',
    )
  },
}
