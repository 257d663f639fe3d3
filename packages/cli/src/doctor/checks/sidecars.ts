import { displayPath } from '@pinakes/manifest'
import { count, firstFew } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, fail, ok, warn } from '../check.js'
import type { Survey } from '../survey.js'

/** Every sidecar can be read: it holds the permanent id of its document. */
export const sidecarsCheck: DoctorCheck = {
  name: 'sidecars',
  needs: 'manifest',
  async run(context) {
    return readability(await context.survey())
  },
}

function readability(survey: Survey): CheckResult[] {
  const readable = ok('sidecars', `${survey.sidecars.length} readable`)
  const unknown = survey.unknown.map((path) =>
    warn(
      'sidecars',
      `${displayPath(path)} could not be looked into: what lies there is unknown`,
      'mount it or make it readable; drop it from roots in [sources] if it is gone for good',
    ),
  )
  if (survey.broken.length === 0) return [readable, ...unknown]
  const each = survey.broken.map(({ reason }) => displayPath(reason))
  const broken = fail(
    'sidecars',
    `${count(survey.broken.length, 'sidecar')} unreadable: ${firstFew(each)}`,
    'repair the file by hand or restore it from version control; never delete it, it holds the permanent id',
  )
  return [broken, ...unknown]
}
