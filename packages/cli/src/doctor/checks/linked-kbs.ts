import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { displayPath, kbPaths, type LinkedKb, resolveLinkedKb } from '@pinakes/manifest'
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

function trouble(root: string, { name, path }: LinkedKb): CheckResult | null {
  const shown = displayPath(name)
  const place = resolveLinkedKb(root, path)
  if ('unresolvable' in place) {
    return warn(
      NAME,
      `${shown}: ${place.unresolvable}`,
      `correct the path of ${shown} in [[links.kb]] of pinakes.toml`,
    )
  }
  if (!existsSync(kbPaths(place.path).manifest)) {
    const why = existsSync(place.path) ? 'is no knowledge base' : 'does not exist'
    return warn(
      NAME,
      `${shown}: ${displayPath(place.path)} ${why}`,
      `put the knowledge base there, or correct its path in [[links.kb]] of pinakes.toml`,
    )
  }
  if (!isAbsolute(path) && !path.startsWith('~')) return null
  return warn(
    NAME,
    `${shown}: the path ${displayPath(path)} holds on this machine only`,
    'write a path relative to the directory of pinakes.toml',
  )
}
