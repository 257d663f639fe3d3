import { type DocUlid, displayPath } from '@pinakes/manifest'
import { canHaveSidecar, LONGEST_DOCUMENT_NAME } from '@pinakes/sync'
import { count, firstFew } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'
import type { Survey } from '../survey.js'

const NAME = 'index identities'

/** Every indexed document has its id in a sidecar too: an id that only the index knows is lost with the index. */
export const indexIdentitiesCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    return identityRows((await context.index())?.documents() ?? [], await context.survey())
  },
}

export function identityRows(
  documents: readonly { readonly id: DocUlid; readonly path: string }[],
  { sidecars, broken, unknown }: Pick<Survey, 'sidecars' | 'broken' | 'unknown'>,
): CheckResult[] {
  const held = new Set(sidecars.map(({ sidecar }) => sidecar.id))
  const bare = documents.filter(({ id }) => !held.has(id)).map(({ path }) => path)
  if (bare.length === 0) return [ok(NAME, 'all in sidecars')]
  if (broken.length > 0 || unknown.length > 0) return [ok(NAME, 'not compared while sidecars cannot be read')]
  return [
    ...row(
      bare.filter(canHaveSidecar),
      'whose id no sidecar holds',
      'pnk sync: it writes or adopts the sidecars',
    ),
    ...row(
      bare.filter((path) => !canHaveSidecar(path)),
      'with a name too long for a sidecar, whose id is lost with the index',
      `shorten the name to ${LONGEST_DOCUMENT_NAME} bytes, then pnk sync`,
    ),
  ]
}

function row(paths: readonly string[], what: string, remedy: string): CheckResult[] {
  if (paths.length === 0) return []
  return [
    warn(NAME, `${count(paths.length, 'document')} ${what}: ${firstFew(paths.map(displayPath))}`, remedy),
  ]
}
