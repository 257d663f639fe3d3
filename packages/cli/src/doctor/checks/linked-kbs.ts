import { isAbsolute } from 'node:path'
import { openPartner } from '@pinakes/graph'
import { displayPath, isPinakesError, type LinkedKb } from '@pinakes/manifest'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'linked KBs'

/** The knowledge bases that the manifest links to are here, by paths that other machines can follow too. */
export const linkedKbsCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  run(context) {
    const linked = context.manifest().links.kb
    if (linked.length === 0) return ok(NAME, 'none declared')
    const troubles = linked.map((kb) => trouble(context.paths.root, kb)).filter((row) => row !== null)
    return troubles.length > 0 ? troubles : ok(NAME, `all ${linked.length} here`)
  },
}

function trouble(root: string, linked: LinkedKb): CheckResult | null {
  const shown = displayPath(linked.name)
  try {
    openPartner(root, linked)
  } catch (error) {
    if (!isPinakesError(error)) throw error
    // Another machine may have it: a knowledge base that is not here is no fault of this one.
    return warn(NAME, `${shown}: ${error.message}`, error.remedy)
  }
  if (!isAbsolute(linked.path) && !linked.path.startsWith('~')) return null
  return warn(
    NAME,
    `${shown}: the path ${displayPath(linked.path)} holds on this machine only`,
    'write a path relative to the directory of pinakes.toml',
  )
}
