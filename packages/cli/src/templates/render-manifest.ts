import type { Manifest } from '@pinakes/manifest'
import type { Template } from './load-template.js'
import { renderTemplate, type TemplateVariables } from './render.js'

/** The manifest text that `template` gives with these values. @throws TemplateError `TEMPLATE_DAMAGED`. */
export function renderManifest(template: Template, variables: TemplateVariables): string {
  return renderTemplate(template.manifest, variables, template.reference)
}

/**
 * The values of an existing KB, so that two versions of its template can be compared: what is the KB's own is the
 * same in both renderings. A KB that records no creation time or template has empty text there.
 */
export function variablesOf(manifest: Manifest): TemplateVariables {
  const { kb, embedding, retrieval, rerank } = manifest
  return {
    name: kb.name,
    kb_id: kb.id,
    template: kb.template ?? '',
    created: kb.created ?? '',
    embedding_provider: embedding.provider,
    embedding_model: embedding.model,
    embedding_dim: embedding.dim,
    retrieval_rerank: retrieval.rerank,
    rerank_provider: rerank.provider,
    rerank_model: rerank.model,
  }
}
