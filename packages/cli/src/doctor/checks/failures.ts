import { displayPath } from '@pinakes/manifest'
import { count } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const SHOWN = 3

/** Documents that the last sync could not take. */
export const failuresCheck: DoctorCheck = {
  name: 'failures',
  needs: 'index',
  async run(context) {
    const failures = (await context.index())?.failures() ?? []
    if (failures.length === 0) return ok('failures', 'none')
    const last = failures
      .slice(-SHOWN)
      .map(({ path, error }) => `${displayPath(path)}: ${displayPath(error)}`)
    return warn(
      'failures',
      `${count(failures.length, 'document')} could not be indexed: ${last.join('; ')}`,
      'pnk ls --failed lists all of them; repair the files, then pnk sync',
    )
  },
}
