import { MAX_QUERY_LENGTH, type SearchFilters, SOURCE_TYPES } from '@pinakes/retrieve'
import { searchAnswer } from '../answer/search-answer.js'
import { withoutRoots } from '../kbs/without-roots.js'
import { defineTool } from './define-tool.js'
import { given } from './given.js'
import { kbArgument } from './kb-argument.js'
import { searchSchema } from './search-schema.js'

const day = (which: string) => `Only documents modified on or ${which} that day (UTC), written YYYYMMDD.`

/** `pinakes_search`: cited passages for a question. */
export const searchTool = defineTool({
  name: 'pinakes_search',
  title: 'Search a knowledge base',
  description:
    'Finds the passages that best match a question, by words and by meaning. Free, local, no query language: quotes, ' +
    'AND and * are ordinary text. Each passage has its text between the marks that evidence_note names, and a ' +
    'citation: path:start-end (code points) or path:pN-M (pages), with the heading in parentheses. Cite it as it ' +
    'stands. confidence is high, medium, low or unknown (not calibrated); with low or unknown, read a document or ask ' +
    'in other words before you answer. Refine the query before raising k. Finding nothing is an answer.',
  arguments: {
    query: {
      type: 'text',
      required: true,
      maxLength: MAX_QUERY_LENGTH,
      description: 'The question, or the words to look for.',
    },
    kb: kbArgument,
    tags: {
      type: 'list',
      maxItems: 64,
      maxLength: 1024,
      description: 'Only documents that have every one of these tags, exactly as written.',
    },
    path_prefix: {
      type: 'text',
      maxLength: 4096,
      description: 'Only documents whose path starts with this, for example docs/manuals/.',
    },
    source_type: {
      type: 'text',
      maxLength: 16,
      choices: SOURCE_TYPES,
      description: 'Only documents of this kind.',
    },
    k: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Most passages to return. Left out: as the knowledge base is set up. Long answers are cut, and say so.',
    },
    modified_after: { type: 'text', maxLength: 64, description: day('after') },
    modified_before: { type: 'text', maxLength: 64, description: day('before') },
    entities: {
      type: 'list',
      maxItems: 16,
      maxLength: 200,
      description: 'Names to look for as whole phrases, beside the query.',
    },
    concepts: {
      type: 'list',
      maxItems: 16,
      maxLength: 200,
      description: 'Ideas to look for by meaning, beside the query.',
    },
    max_per_document: { type: 'integer', minimum: 1, description: 'Most passages of one document.' },
    max_tokens: {
      type: 'integer',
      minimum: 1,
      description: 'Most tokens of passages together; whole passages only.',
    },
    explain: {
      type: 'flag',
      description:
        'Also give the rank of each passage in every channel, and the channels that ran. Left out: false.',
    },
  },
  outputSchema: searchSchema,
  async answer(values, { kbs, signal, onStep }) {
    const served = kbs.find(values.kb)
    const { k, max_per_document: maxPerDocument, max_tokens: maxTokens, entities, concepts } = values
    const filters: SearchFilters = {
      ...given({ tags: values.tags, pathPrefix: values.path_prefix, sourceType: values.source_type }),
      ...given({ modifiedAfter: values.modified_after, modifiedBefore: values.modified_before }),
    }
    const limits = given({ k, maxPerDocument, maxTokens, entities, concepts })
    const result = await served.kb.search(values.query, { ...limits, filters, signal, onStep })
    const degraded = result.degraded === null ? null : withoutRoots(result.degraded, kbs)
    return searchAnswer(
      served.kb.name,
      { ...result, degraded },
      {
        isExplained: values.explain ?? false,
        isFiltered: Object.keys(filters).length > 0,
      },
    )
  },
})
