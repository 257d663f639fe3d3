/** Writes docs/scale.md and docs/scale.svg from the figures that are there: `tsx tools/bench/scale/render.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { renderPage } from './page.js'
import { renderPicture } from './picture.js'
import type { ScaleResults } from './results.js'

const results = JSON.parse(readFileSync(new URL('results.json', import.meta.url), 'utf8')) as ScaleResults
const docs = new URL('../../../docs/', import.meta.url)
writeFileSync(new URL('scale.md', docs), renderPage(results))
writeFileSync(new URL('scale.svg', docs), renderPicture(results))
