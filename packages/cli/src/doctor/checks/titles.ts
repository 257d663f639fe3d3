import { filenameTitle } from '@pinakes/sync'
import { count } from '../../output/lines.js'
import { type DoctorCheck, ok } from '../check.js'

const NAME = 'titles'

/** How many titles say no more than the file name: never wrong, but a title helps who reads citations. */
export const titlesCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const documents = (await context.index())?.documents() ?? []
    const plain = documents.filter(({ path, title }) => title === filenameTitle(path)).length
    return ok(NAME, `${plain} of ${count(documents.length, 'title')} are the file name`)
  },
}
