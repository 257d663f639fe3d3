import { staticProvider, verifyStaticModel } from '@pinakes/embed'
import { displayPath } from '@pinakes/manifest'
import { type DoctorCheck, ok } from '../check.js'

const NAME = 'model cache'

/** The weights on disk are whole, byte by byte: loading a model checks no more than size and header. */
export const modelCacheCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  run(context) {
    const { provider, model } = context.manifest().embedding
    if (provider !== staticProvider.name) return []
    const { path, bytes, fingerprint } = verifyStaticModel(model)
    return ok(NAME, `${displayPath(path)}: ${bytes} bytes, ${fingerprint} verified`)
  },
}
