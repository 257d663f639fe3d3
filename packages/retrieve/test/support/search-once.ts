/** A process of its own: opens the KB named first, searches for the second argument, prints what it found. */
import { openKb } from '../../src/open-kb.js'
import { bagEmbedder } from './bag-embedder.js'

const [root = '', query = ''] = process.argv.slice(2)
const kb = await openKb(root, { embedder: bagEmbedder() })
const { passages, channels } = await kb.search(query)
await kb.close()
console.log(
  JSON.stringify({
    paths: passages.map(({ path }) => path),
    ran: channels.filter(({ ran }) => ran).map(({ channel }) => channel),
  }),
)
