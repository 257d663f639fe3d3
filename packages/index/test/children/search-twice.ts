import { once } from 'node:events'
import { openIndexReader } from '../../src/index.js'

/** Opens the index named on the command line and tells what it holds; after a line of input it looks again. */
const index = openIndexReader(process.argv[2] ?? '')
const tell = (changed: boolean) =>
  console.log(
    JSON.stringify({ access: index.access, changed, hits: index.lexicalSearch('alpha', {}, 9).length }),
  )
tell(false)
await once(process.stdin, 'data')
tell(index.refresh())
tell(index.refresh())
index.close()
process.stdin.destroy()
