import { kbOverview } from '../kbs/kb-overview.js'
import { defineTool } from './define-tool.js'
import { integer, listOf, objectOf, text } from './schema-parts.js'

/** `pinakes_list_kbs`: what is served. */
export const listKbsTool = defineTool({
  name: 'pinakes_list_kbs',
  title: 'List the served knowledge bases',
  description:
    'Lists the knowledge bases that this server reads, with name, id and number of documents. Pass a name or id as kb ' +
    'to the other tools. 0 documents: never synced, or its index cannot be opened.',
  arguments: {},
  outputSchema: objectOf({ result: listOf(objectOf({ name: text, id: text, documents: integer })) }),
  async answer(_, { kbs }) {
    const overviews = await Promise.all(kbs.all.map(kbOverview))
    return { result: overviews.map(({ name, id, documents }) => ({ name, id, documents })) }
  },
})
