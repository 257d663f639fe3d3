import { writeFileSync } from 'node:fs'
import { renderPage } from './page.js'
import { renderPicture } from './picture.js'
import type { ScaleResults } from './results.js'

/** Writes docs/scale.md and docs/scale.svg. */
export function writeDocs(results: ScaleResults): void {
  const docs = new URL('../../../docs/', import.meta.url)
  writeFileSync(new URL('scale.md', docs), renderPage(results))
  writeFileSync(new URL('scale.svg', docs), renderPicture(results))
}
