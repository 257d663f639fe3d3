import type { DocumentRow } from '@pinakes/index'
import { count } from '../../output/lines.js'
import { type DoctorCheck, ok } from '../check.js'

const NAME = 'titles'

/** How many titles say no more than the file name: never wrong, but a title helps who reads citations. */
export const titlesCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const documents = (await context.index())?.documents() ?? []
    const plain = documents.filter((document) => document.title === titleOfName(document)).length
    return ok(NAME, `${plain} of ${count(documents.length, 'title')} are the file name`)
  },
}

/** The title that minting takes from a file name alone: the stem, dashes and underscores as spaces (spec: sync §5). */
function titleOfName({ path }: DocumentRow): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? name.slice(0, dot) : name).replace(/[-_]/g, ' ')
}
