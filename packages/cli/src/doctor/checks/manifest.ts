import { displayPath } from '@pinakes/manifest'
import { type DoctorCheck, ok } from '../check.js'

/** The manifest loads: everything else is read through it. */
export const manifestCheck: DoctorCheck = {
  name: 'manifest',
  needs: 'nothing',
  run(context) {
    const { kb } = context.manifest()
    return ok('manifest', `${displayPath(kb.name)} (${kb.id})`)
  },
}
