import { displayPath } from '@pinakes/manifest'
import { count, firstFew } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'orphaned sidecars'

/** Sidecars whose document is gone; they are kept, because a restored document takes its id back. */
export const orphanedSidecarsCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const { orphaned } = await context.survey()
    if (orphaned.length === 0) return ok(NAME, 'none')
    return warn(
      NAME,
      `${count(orphaned.length, 'sidecar')} without a document: ${firstFew(orphaned.map(displayPath))}`,
      'restore the documents; if they are gone for good: pnk doctor --prune',
    )
  },
}
