import { mintUlid, parseManifest } from '@pinakes/manifest'
import { expect, test } from 'vitest'
import { loadTemplate } from '../../src/templates/load-template.js'
import { renderManifest, variablesOf } from '../../src/templates/render-manifest.js'
import { templatesDirectory } from '../../src/templates/templates-directory.js'

const notes = loadTemplate(templatesDirectory(), 'notes')
const place = { path: '/kb/pinakes.toml', root: '/kb' }

const identity = {
  name: 'Tom "T" \\ Smith\n# {{ kb_id }}',
  kb_id: mintUlid<'kb'>(),
  template: notes.reference,
  created: '20260725 09:14',
  embedding_provider: 'static',
  embedding_model: 'm',
  embedding_dim: 8,
  retrieval_rerank: 'none',
  rerank_provider: 'p',
  rerank_model: 'r',
}

test('notes stamps the defaults of the format, drafts left out, and what it is given', () => {
  const manifest = parseManifest(renderManifest(notes, identity), place)
  const bare = parseManifest(
    `[kb]\nname = "x"\nid = "${identity.kb_id}"\n[sources]\nexclude = ["**/drafts/**"]\n[embedding]\nprovider = "static"\nmodel = "m"\ndim = 8`,
    place,
  )
  expect(manifest).toEqual({
    ...bare,
    kb: { name: identity.name, id: identity.kb_id, template: 'notes@2.0', created: '20260725 09:14' },
    retrieval: { ...bare.retrieval, rerank: 'none' },
    rerank: { provider: 'p', model: 'r', revision: null },
  })
})

test('notes stamps no key that an older reader refuses; what it only suggests stands in comments', () => {
  const text = renderManifest(notes, { ...identity, name: 'x' })
  const stamped = text.replaceAll(/^#.*$/gm, '')
  expect(stamped).not.toMatch(
    /headings|metadata|adjacent_k|graph_channel|requires_pinakes|\[deep]|revision|confidence|pdf"/,
  )
  for (const comment of ['[retrieval.confidence]', '[deep]', 'revision', '**/*.pdf']) {
    expect(text).toMatch(new RegExp(`^#.*${comment.replaceAll(/[[\].*]/g, '\\$&')}`, 'm'))
  }
})

test('every suggestion in a comment is valid once it is given its values', () => {
  const text = renderManifest(notes, { ...identity, name: 'x' })
  const taken = text
    .replaceAll(
      /^# (\[.*\]|(?:fitted_for|low_below|high_above|model|max_rounds|revision|id|name|path) = .*)$/gm,
      '$1',
    )
    .replaceAll('revision = ""', 'revision = "abc"')
    .replace('id = ""', `id = "${mintUlid()}"`)
    .replace('name = ""', 'name = "other"')
  const manifest = parseManifest(taken, place)
  expect(manifest.retrieval.confidence).toEqual({ fittedFor: 'r', lowBelow: -2, highAbove: 2 })
  expect(manifest.embedding.revision).toBe('abc')
  expect(manifest.links.kb).toHaveLength(1)
})

test('the variables of an existing KB render its template to itself', () => {
  const text = renderManifest(notes, identity)
  expect(renderManifest(notes, variablesOf(parseManifest(text, place)))).toBe(text)
})
