import { displayPath } from '@pinakes/manifest'
import type { SidecarWarning } from '@pinakes/sidecar'
import { count, firstFew } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'
import type { Survey } from '../survey.js'

const NAME = 'sidecar values'

/** Values that a sidecar may hold and that the index can keep only as nothing: infinities, and cycles of aliases. */
export const sidecarValuesCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    return lostValues(await context.survey())
  },
}

function lostValues({ sidecars }: Survey): CheckResult {
  const lost = sidecars.flatMap(({ path, sidecar }) =>
    (sidecar.warnings ?? []).map((warning) => describe(path, warning)),
  )
  if (lost.length === 0) return ok(NAME, 'all kept')
  return warn(
    NAME,
    `${count(lost.length, 'value')} read as nothing: ${firstFew(lost)}`,
    'write a number or a quoted string instead, then pnk sync',
  )
}

function describe(path: string, { kind, where, line, column }: SidecarWarning): string {
  const what = kind === 'non-finite' ? 'no finite number' : 'an alias inside of itself'
  return `${displayPath(path)}:${line}:${column} ${displayPath(where)} (${what})`
}
