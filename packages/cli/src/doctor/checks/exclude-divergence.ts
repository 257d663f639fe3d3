import { displayPath } from '@pinakes/manifest'
import { count, firstFew } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'exclude divergence'

/** The two editions of Pinakes hide the same documents: the other one reads `**` in `exclude` as a single `*`. */
export const excludeDivergenceCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const hidden = (await context.survey()).hiddenRecursively
    if (hidden.length === 0) return ok(NAME, 'none')
    return warn(
      NAME,
      `${count(hidden.length, 'document')} hidden here, indexed by the Python edition: ${firstFew(hidden.map(displayPath))}`,
      'name the deeper directories in exclude as well, for example "**/drafts/*/**"',
    )
  },
}
