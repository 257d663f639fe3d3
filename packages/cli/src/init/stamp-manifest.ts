import { formatKbTimestamp, isPinakesError, type KbUlid, kbPaths, parseManifest } from '@pinakes/manifest'
import type { Template } from '../templates/load-template.js'
import { renderManifest } from '../templates/render-manifest.js'
import type { InitBackend } from './backends.js'
import { InitError } from './init-error.js'

/** What is the new KB's own. */
export interface Stamp {
  readonly root: string
  readonly template: Template
  readonly backend: InitBackend
  readonly name: string
  readonly kbId: KbUlid
  readonly now: Date
}

/**
 * The manifest's text, once it has been read back and holds.
 * @throws InitError `INIT_MANIFEST`; TemplateError `TEMPLATE_DAMAGED` if the template does not render.
 */
export function stampManifest({ root, template, backend, name, kbId, now }: Stamp): string {
  const text = renderManifest(template, {
    name,
    kb_id: kbId,
    template: template.reference,
    created: formatKbTimestamp(now),
    embedding_provider: backend.embedding.provider,
    embedding_model: backend.embedding.model,
    embedding_dim: backend.embedding.dim,
    retrieval_rerank: backend.rerank.mode,
    rerank_provider: backend.rerank.provider,
    rerank_model: backend.rerank.model,
  })
  try {
    parseManifest(text, { path: kbPaths(root).manifest, root })
  } catch (error) {
    if (!isPinakesError(error)) throw error
    throw new InitError({
      code: 'INIT_MANIFEST',
      message: `The manifest from template ${template.reference} would not load: ${error.message}`,
      remedy: name.trim() === '' ? 'Give the knowledge base a name with --name.' : error.remedy,
      details: { template: template.reference },
      cause: error,
    })
  }
  return text
}
