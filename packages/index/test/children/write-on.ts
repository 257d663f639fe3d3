import { openIndexWriter } from '../../src/index.js'
import { write } from '../store/documents.js'

/**
 * Rewrites the documents of the index named on the command line in one transaction after the other, each of them with
 * one more generation; tells of each commit. Ends when it is killed or standard input ends.
 */
const [path = '', count = '10'] = process.argv.slice(2)
const index = openIndexWriter(path)
let ended = false
process.stdin.on('end', () => {
  ended = true
})
process.stdin.resume()

function generation(g: number): void {
  if (ended) {
    index.close()
    return
  }
  index.inTransaction(() => {
    for (let n = 1; n <= Number(count); n++) {
      index.inTransaction(() => index.putDocument(write(n, [`alpha generation${g}`, `beta generation${g}`])))
    }
    index.setMeta({ build_id: String(g) })
  })
  console.log(`committed ${g}`)
  setImmediate(() => generation(g + 1))
}
generation(Number(index.meta().get('build_id') ?? 0) + 1)
