import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'

/** Where `models:fetch` lays real weights: a Hugging Face home that git ignores. */
const HOME = fileURLToPath(new URL('../../../.models/', import.meta.url))
const REPOSITORIES = [
  'BAAI/bge-small-en-v1.5',
  'Xenova/bge-small-en-v1.5',
  'sentence-transformers/all-MiniLM-L6-v2',
]

/**
 * Runs `suite` with `HF_HOME` at the fetched weights. Without them one test says how to get them, and fails where
 * `PINAKES_REQUIRE_MODELS` is set, as it is in CI.
 */
export function describeWithRealModels(name: string, suite: () => void): void {
  const missing = REPOSITORIES.filter((id) => !isComplete(id))
  if (missing.length > 0) {
    it(`${name}: needs real weights, run \`npx -y pnpm@10 models:fetch\``, () => {
      console.warn(`${name}: not run without ${missing.join(', ')}; run \`npx -y pnpm@10 models:fetch\``)
      expect(process.env.PINAKES_REQUIRE_MODELS ?? '', 'CI has to fetch the weights').toBe('')
    })
    return
  }
  describe(name, () => {
    beforeAll(() => {
      process.env.HF_HOME = HOME
      delete process.env.HF_HUB_CACHE
    })
    suite()
  })
}

/** The file of a fetched model that every snapshot has. */
function isComplete(id: string): boolean {
  return existsSync(`${HOME}hub/models--${id.replaceAll('/', '--')}/refs/main`)
}
