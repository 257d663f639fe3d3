import { count } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

/** The index is there and can be read. */
export const indexCheck: DoctorCheck = {
  name: 'index',
  needs: 'manifest',
  async run(context) {
    const reader = await context.index()
    if (reader === null) return warn('index', 'no index yet', 'pnk sync')
    const { documents, chunks } = reader.counts()
    return ok('index', `${count(documents, 'document')}, ${count(chunks, 'chunk')}`)
  },
}
