import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useModelCache } from '../../embed/test/model-cache-fixture.js'
import { describeWithRealModels } from '../../embed/test/real-models.js'
import { addFiles, pnk, pnkJson, scratch } from './e2e/pnk.js'

const DOCUMENTS = {
  'docs/lamp.md': '# Lamp\n\nThe lamp of the lighthouse is lit at dusk.\n',
  'docs/boat.md': '# Boat\n\nThe boat lies in the harbour over winter.\n',
}

/** A manifest as the Python edition stamps it. */
function pythonManifest(provider: string, { model, dim }: { model: string; dim: number }): string {
  return `[kb]
name     = "Harbour"
id       = "01JV3K2H8M5Q9T1X4Z7B0D3F6G"
template = "notes@2.0"
created  = "20260725 09:14"

[sources]
roots   = ["docs/"]
include = ["**/*.md", "**/*.txt"]
exclude = ["**/drafts/**"]

[embedding]
provider = "${provider}"
model    = "${model}"
dim      = ${dim}

[extraction]
backend = "pypdfium2"
model   = "claude-opus-5"

[chunking]
strategy   = "structural"
max_tokens = 510
overlap    = 64

[retrieval]
candidates_per_source = 50
fusion_top_k          = 20
final_k               = 8
fusion                = "rrf"
rerank                = "local"
vector_tier           = "auto"

[rerank]
provider = "${provider}"
model    = "BAAI/bge-reranker-base"
`
}

function kbOf(manifest: string): string {
  const root = scratch()
  addFiles(root, { ...DOCUMENTS, 'pinakes.toml': manifest })
  return root
}

interface Answer {
  readonly passages: readonly { path: string; rerank_score: number | null }[]
  readonly channels: readonly { channel: string; ran: boolean; detail: string }[]
  readonly notices: readonly string[]
}

function expectToAnswer(provider: string, model: { model: string; dim: number }, env: { HF_HOME: string }) {
  const manifest = pythonManifest(provider, model)
  const cwd = kbOf(manifest)
  const synced = pnk(['sync'], { cwd, env })
  expect(synced.status, synced.stderr).toBe(0)
  const answer = pnkJson<Answer>(['search', 'the lamp of the lighthouse'], { cwd, env })
  expect(answer.passages[0]?.path).toBe('docs/lamp.md')
  expect(answer.channels).toContainEqual({
    channel: 'vector',
    tier: 'exact',
    ran: true,
    detail: `${provider} ${model.model}`,
    model: model.model,
  })
  expect(readFileSync(join(cwd, 'pinakes.toml'), 'utf8')).toBe(manifest)
  return answer
}

describe.each(['sentence-transformers', 'fastembed'])(
  'a manifest of the Python edition with %s',
  (provider) => {
    const cache = useModelCache()

    it('opens unchanged, syncs and answers, reranked by its cross-encoder', () => {
      cache.add('acme/tiny', 'tiny-bert-encoder')
      cache.add('BAAI/bge-reranker-base', 'tiny-xlmr-reranker')
      const env = { HF_HOME: join(cache.hub(), '..') }
      const answer = expectToAnswer(provider, { model: 'acme/tiny', dim: 32 }, env)
      expect(answer.notices).toEqual([])
      for (const { rerank_score } of answer.passages) expect(rerank_score).toEqual(expect.any(Number))
    })

    it('without its models says which line fetches them, and leaves no index', () => {
      const cwd = kbOf(pythonManifest(provider, { model: 'BAAI/bge-small-en-v1.5', dim: 384 }))
      const env = { HF_HOME: scratch() }
      const synced = pnk(['sync'], { cwd, env })
      expect(synced).toMatchObject({ status: 1, stdout: '' })
      expect(synced.stderr).toContain('pnk models pull BAAI/bge-small-en-v1.5')
      expect(pnk(['search', 'lamp'], { cwd, env }).status).toBe(1)
    })
  },
)

describeWithRealModels('manifests of the Python edition with the model that it stamps', () => {
  it.each(['sentence-transformers', 'fastembed'])(
    '%s answers, and says what its reranker lacks',
    (provider) => {
      const env = { HF_HOME: process.env.HF_HOME ?? '' }
      const { notices } = expectToAnswer(provider, { model: 'BAAI/bge-small-en-v1.5', dim: 384 }, env)
      expect(notices).toEqual([expect.stringContaining('pnk models pull BAAI/bge-reranker-base')])
    },
  )
})
