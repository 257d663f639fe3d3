import { chunkingDrift } from '@pinakes/index'
import { count } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'chunking coherence'

/** The index was chunked as the manifest says now. */
export const chunkingCoherenceCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const meta = (await context.index())?.meta() ?? new Map<string, string>()
    const drift = chunkingDrift(meta, context.manifest().chunking)
    if (drift.length > 0) {
      const each = drift.map(({ key, recorded, current }) => `${key} ${recorded} -> ${current}`)
      return warn(NAME, each.join(', '), 'pnk sync --rebuild')
    }
    const exceptions = Number(meta.get('chunking_exceptions') ?? 0)
    if (exceptions > 0)
      return ok(NAME, `same, but for ${count(exceptions, 'document')} carried over with old chunks`)
    return ok(NAME, meta.has('chunking_max_tokens') ? 'same' : 'not recorded')
  },
}
