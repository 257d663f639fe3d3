/** See README.md in this folder. */
import { readOptions } from './options.js'
import { collectionTable } from './quality-page.js'
import { runCollections } from './run-collections.js'

const options = readOptions(process.argv.slice(2))
for await (const result of runCollections(options)) {
  console.log(options.json ? JSON.stringify(result) : `${collectionTable(result)}\n`)
}
