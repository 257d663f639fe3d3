import type { LoadRequest, Reranker } from '../contracts.js'
import { type OpenRuntime, openModel } from '../encode/open-model.js'
import { batchLimits } from '../encode/plan-batches.js'
import { modelWindow } from '../profile/read-profile.js'
import { CrossEncoder } from './cross-encoder.js'

/** As for embeddings: a larger run leaves the caches. */
const LIMITS = { maxTokens: 1024, maxRows: 64 }
/** Cross-encoders are trained on pairs of at most this many tokens. */
const PAIR_WINDOW = 512

/**
 * The cross-encoder of a Hugging Face model, run by `open`.
 * @throws EmbedError as {@link openModel} does
 */
export async function loadCrossEncoder(
  provider: string,
  request: Omit<LoadRequest, 'dim'>,
  open: OpenRuntime,
): Promise<Reranker> {
  const { name, located, checksum, ...parts } = await openModel(request, open)
  const info = {
    provider,
    model: request.model,
    revision: request.revision,
    dim: 0,
    maxSequenceLength: Math.min(PAIR_WINDOW, modelWindow(name.repo, located, null)),
    fingerprint: `sha256:${checksum}`,
  }
  return new CrossEncoder({ ...parts, info, limits: batchLimits(name.precision, LIMITS) })
}
