import { openIndexReader } from '../../src/index.js'
import { textVector } from '../store/text-vector.js'

/** Opens the index named on the command line, searches once in both ways, prints what it found. */
const [path = '', query = '', temporary] = process.argv.slice(2)
if (temporary !== undefined) process.env.TMPDIR = temporary
const index = openIndexReader(path)
const lexical = index.lexicalSearch(query, {}, 5).length
const vector = index.vectorSearch(Float32Array.from(textVector(query)), {}, 5).length
console.log(JSON.stringify({ access: index.access, lexical, vector, chunks: index.counts().chunks }))
index.close()
