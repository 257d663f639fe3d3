/**
 * What `pnk graph` takes for a made-up knowledge base, without the reading of its index: picture, layout and page, and
 * the formats for programs.
 *
 *     node_modules/.bin/tsx tools/bench/graph/picture.ts [--documents 3000] [--html FILE]
 *
 * With --html the page is kept, to be looked at. Build the packages first.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { kbPicture, picturePayload, toDot, toGraphml } from '@pinakes/graph'
import { graphPage } from '../../../packages/cli/src/graph-page/page.js'
import { pageData } from '../../../packages/cli/src/graph-page/page-data.js'
import { seededRandom } from '../../../packages/retrieve/src/eval/seeded-random.js'
import { KB, madeUpRows, PARTNER } from './made-up-rows.js'

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '3000' }, html: { type: 'string' } },
})
const rows = madeUpRows(Number(values.documents), seededRandom(1))

function timed<T>(what: string, body: () => T): T {
  const started = performance.now()
  const made = body()
  const size = typeof made === 'string' ? `, ${Math.round(Buffer.byteLength(made) / 1000)} kB` : ''
  console.log(`${what}: ${Math.round(performance.now() - started)} ms${size}`)
  return made
}

const picture = timed('picture', () =>
  kbPicture({ kbId: KB, name: 'Made up', rows, aliases: new Map([[PARTNER, 'partner']]) }),
)
console.log(`${picture.nodes.length} nodes, ${picture.edges.length} edges`)
timed('dot', () => toDot(picture))
timed('graphml', () => toGraphml(picture))
timed('json', () => JSON.stringify(picturePayload(picture)))
timed('layout', () => pageData(picture))
const page = timed('page, layout included', () => graphPage(picture))
if (values.html !== undefined) writeFileSync(values.html, page)
