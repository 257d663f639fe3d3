// One search in a process of its own, by the built package: `node cold.mjs ROOT exact|int8|sqlite-vec`. Prints JSON:
// milliseconds to load the package, to open the index, and to search it once by words and vector; bytes of memory.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [root, vectorTier] = process.argv.slice(2)
const bytes = readFileSync(join(root, 'queries.f32'))
const query = new Float32Array(bytes.buffer, bytes.byteOffset, 384)
const [question] = JSON.parse(readFileSync(join(root, 'questions.json'), 'utf8'))

const marks = [performance.now()]
const { openIndexReader } = await import('../../../packages/index/dist/index.js')
marks.push(performance.now())
const reader = openIndexReader(join(root, '.pinakes', 'index.db'), { vectorTier })
marks.push(performance.now())
reader.vectorSearch(query, {}, 50)
marks.push(performance.now())
reader.lexicalSearch(question, {}, 50)
marks.push(performance.now())
const [load, open, vector, lexical] = marks.slice(1).map((mark, i) => mark - marks[i])
console.log(JSON.stringify({ load, open, vector, lexical, rssBytes: process.memoryUsage().rss }))
