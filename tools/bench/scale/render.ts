/** Writes docs/scale.md and docs/scale.svg from the figures that are there: `tsx tools/bench/scale/render.ts`. */
import { readFileSync } from 'node:fs'
import type { ScaleResults } from './results.js'
import { writeDocs } from './write-docs.js'

const results = readFileSync(new URL('results.json', import.meta.url), 'utf8')
writeDocs(JSON.parse(results) as ScaleResults)
