import { displayPath } from '@pinakes/manifest'
import { firstFew } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'name collisions'

/** Names that another computer would take for one file: the same but for case or Unicode form. */
export const nameCollisionsCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const groups = collisions([...(await context.survey()).documents])
    if (groups.length === 0) return ok(NAME, 'none')
    const each = groups.map((paths) => paths.map(displayPath).join(' = '))
    return warn(
      NAME,
      `one file on other systems: ${firstFew(each)}`,
      'rename all but one of each, with its sidecar, then pnk sync',
    )
  },
}

/** Groups of paths that are equal after Unicode normalisation and case folding, each with at least two members. */
export function collisions(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const folded = path.normalize('NFC').toLowerCase().normalize('NFC')
    groups.set(folded, [...(groups.get(folded) ?? []), path])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
