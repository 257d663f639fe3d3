import { describe, expect, it } from 'vitest'
import { defaultProviders } from '../../src/load-embedder.js'
import { findCached } from '../../src/model-files.js'
import { transformerFiles } from '../../src/profile/model-files.js'

const QUERY = 'What is the capital of France?'
const PASSAGES = ['Paris is the capital of France.', 'Berlin is the capital of Germany.']

/** Logits of the published weights, by their authors' library. */
const PUBLISHED: readonly (readonly [string, readonly number[]])[] = [
  ['Xenova/ms-marco-MiniLM-L-6-v2', [8.500708, -2.541011]],
  ['BAAI/bge-reranker-base', [6.157334, -3.659394]],
]

// No package carries these weights, so they are compared where a cache has them, which `pnk models pull` brings about;
// the path itself is held by golden-pairs.test.ts, on small models of both families.
describe.each(PUBLISHED)('the logits of %s', (model, logits) => {
  const request = { model, revision: null, offline: true }
  const cached = !('fault' in findCached({ ...request, files: transformerFiles('float32') }))

  // No package that can be fetched without the hub carries these weights; small real models test the same path always.
  it.skipIf(!cached).each(['onnx', 'transformers'])('by %s are the published ones', async (provider) => {
    const reranker = await defaultProviders().loadReranker(provider, request)
    const scores = await reranker.score(QUERY, PASSAGES)
    for (const [i, logit] of logits.entries()) {
      expect(Math.abs((scores[i] ?? Number.NaN) - logit)).toBeLessThan(1e-2)
    }
    await reranker.close()
  })
})
