import { isUlid, quote } from '@pinakes/manifest'
import { isChunkId } from '@pinakes/retrieve'
import { documentAnswer } from '../answer/document-answer.js'
import { ServeError } from '../errors.js'
import { readDocument, readFromPassage } from '../kbs/read-document.js'
import type { ServedKb } from '../kbs/served-kb.js'
import { defineTool } from './define-tool.js'
import { getSchema } from './get-schema.js'
import { kbArgument } from './kb-argument.js'

/** `pinakes_get`: the text of a document, or of pages of it. */
export const getTool = defineTool({
  name: 'pinakes_get',
  title: 'Read a document',
  description:
    'Gives the text of one document, by the doc_id that pinakes_search or pinakes_links gave; for a document of ' +
    'another served knowledge base pass its kb_id as kb. Of a paged document, page_start and page_end choose pages ' +
    '(from 1, inclusive); its citation is path:pN or path:pN-M, otherwise the path. Long documents are cut at whole ' +
    'pages or blocks, and the answer says what is missing and, in read_on_with, how to read on. stale_source: the file has changed since it was indexed.',
  arguments: {
    doc_id: {
      type: 'text',
      required: true,
      maxLength: 1024,
      description:
        'Id of the document: 26 capital letters and digits (a ULID). The chunk_id of a passage (ck_…) reads its ' +
        'document from there on.',
    },
    kb: kbArgument,
    page_start: {
      type: 'integer',
      description: 'First page, from 1; paged documents only. Left out: the first.',
    },
    page_end: {
      type: 'integer',
      description: 'Last page, inclusive; paged documents only. Left out: the last.',
    },
    max_tokens: {
      type: 'integer',
      minimum: 1,
      description: 'Most tokens of text; whole pages or blocks only.',
    },
  },
  outputSchema: getSchema,
  async answer(values, { kbs, signal }) {
    const served = kbs.find(values.kb)
    const { document, page } = await read(served, values.doc_id)
    signal.throwIfAborted()
    return documentAnswer(served.kb.name, document, {
      pageStart: values.page_start ?? page,
      pageEnd: values.page_end,
      maxTokens: values.max_tokens,
    })
  },
})

/** The document, and the page from which it is asked for by a passage. */
async function read(served: ServedKb, id: string) {
  if (isChunkId(id)) return readFromPassage(served, id)
  if (!isUlid(id)) throw noId(id)
  return { document: await readDocument(served, id), page: undefined }
}

function noId(given: string): ServeError {
  return new ServeError({
    code: 'SERVE_ARGUMENT_INVALID',
    message: `pinakes_get: argument doc_id ${quote(given)} is no document id: 26 characters, 0-9 and A-Z in upper case`,
    remedy:
      'Pass the doc_id of a passage from pinakes_search, or its chunk_id to read on from there; documents are not read by path.',
    details: { argument: 'doc_id' },
  })
}
