import { createIndex, openIndexWriter } from '../../src/index.js'
import { IDENTITY } from '../store/identity.js'

/** Opens or creates the index named on the command line, writes once, prints the error's code and remedy. */
const [how, path = ''] = process.argv.slice(2)
try {
  const index = how === 'create' ? createIndex(path, { identity: IDENTITY }) : openIndexWriter(path)
  index.setMeta({ build_id: 'x' })
  index.close()
  console.log('{}')
} catch (error) {
  const { code, message, remedy } = error as { code: string; message: string; remedy: string }
  console.log(JSON.stringify({ code, message, remedy }))
}
