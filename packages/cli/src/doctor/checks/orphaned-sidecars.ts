import { displayPath } from '@pinakes/manifest'
import { count, firstFew } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'orphaned sidecars'

/** Readable sidecars whose document is gone; they are kept, because a restored document takes its id back. */
export const orphanedSidecarsCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const { orphaned: all, broken } = await context.survey()
    // What such a one belongs to cannot be told: its own row says to repair it, and a prune keeps it.
    const unreadable = new Set(broken.map(({ path }) => path))
    const orphaned = all.filter((path) => !unreadable.has(path))
    if (orphaned.length === 0) return ok(NAME, 'none')
    return warn(
      NAME,
      `${count(orphaned.length, 'sidecar')} without a document: ${firstFew(orphaned.map(displayPath))}`,
      'restore the documents; if they are gone for good: pnk doctor --prune',
    )
  },
}
