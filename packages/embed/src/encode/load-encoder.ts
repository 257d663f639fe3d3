import type { Embedder, LoadRequest } from '../contracts.js'
import { embedderProfile, type ModelProfile } from '../profile/read-profile.js'
import { type OpenedModel, type OpenRuntime, openModel } from './open-model.js'
import { batchLimits } from './plan-batches.js'
import { SentenceEncoder } from './sentence-encoder.js'

/**
 * One run of the model. Of 256 to 4096 tokens, 1024 and 2048 take the least processor time with bge-small on 2 cores
 * (4096: 15 % more, its working set leaves the caches; tools/bench/onnx); the smaller needs less memory.
 */
export const BATCH_LIMITS = { maxTokens: 1024, maxRows: 64 }

/**
 * The embedder of a Hugging Face model, run by `open`.
 * @throws EmbedError as {@link openModel} does, and `EMBED_MODEL_UNSUPPORTED` for another kind of pooling or output
 */
export async function loadEncoder(
  provider: string,
  request: Pick<LoadRequest, 'model' | 'revision' | 'offline'>,
  open: OpenRuntime,
): Promise<Embedder> {
  const opened = await openModel(request, open)
  const { model, revision } = request
  const profile = await profileOf(opened)
  const identity = { provider, model, revision, fingerprint: encoderFingerprint(opened.checksum, profile) }
  const limits = batchLimits(opened.name.precision, BATCH_LIMITS)
  return SentenceEncoder.open({ ...opened, identity, profile, limits })
}

async function profileOf({ name, located, runtime }: OpenedModel): Promise<ModelProfile> {
  try {
    return embedderProfile(name.repo, located)
  } catch (error) {
    await runtime.close()
    throw error
  }
}

/** All that decides the vectors: `sha256:<hex> cls`, and the prefixes of families that have them. */
export function encoderFingerprint(checksum: string, profile: ModelProfile): string {
  const { pooling, queryPrefix, passagePrefix } = profile
  const prefixes = queryPrefix === passagePrefix ? '' : ` ${JSON.stringify([queryPrefix, passagePrefix])}`
  return `sha256:${checksum} ${pooling}${prefixes}`
}
