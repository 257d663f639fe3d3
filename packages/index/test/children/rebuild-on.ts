import { createIndex, removeIndex, swapIndex } from '../../src/index.js'
import { write } from '../store/documents.js'
import { IDENTITY } from '../store/identity.js'

/** Rebuilds the index named on the command line again and again, each time with one more generation, until killed. */
const [current = '', count = '10', first = '1'] = process.argv.slice(2)
const fresh = `${current}.new`
for (let generation = Number(first); ; generation++) {
  removeIndex(fresh)
  const index = createIndex(fresh, { identity: IDENTITY })
  index.inTransaction(() => {
    for (let n = 1; n <= Number(count); n++) {
      index.putDocument(write(n, [`alpha generation${generation}`, `beta generation${generation}`]))
    }
    index.setMeta({ build_id: String(generation) })
  })
  index.close()
  await swapIndex({ current, fresh })
  console.log(`swapped ${generation}`)
}
