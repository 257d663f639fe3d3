import { type DoctorCheck, ok, warn } from '../check.js'

/** From here on the exact vector scan is what a search waits for. */
const COMFORTABLE_CHUNKS = 50_000

/** The index is of a size that an exact scan answers at once. */
export const scaleCheck: DoctorCheck = {
  name: 'scale',
  needs: 'index',
  async run(context) {
    const chunks = (await context.index())?.counts().chunks ?? 0
    const detail = `${chunks} of ${COMFORTABLE_CHUNKS} chunks that an exact scan answers at once`
    if (chunks <= COMFORTABLE_CHUNKS) return ok('scale', detail)
    return warn(
      'scale',
      detail,
      'split the knowledge base and connect the parts with [[links.kb]] in pinakes.toml',
    )
  },
}
