import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPO = fileURLToPath(new URL('../../../', import.meta.url))
/** Improvement proposals if they are at hand, else the demo knowledge base, read over and over. */
const SOURCES = [join(REPO, '../shared/data/kb/eips/docs'), join(REPO, 'corpora/demo-kb/docs')]

/**
 * `count` paragraphs of real documents, spread over them: at least 40 characters each, none with more tokens than
 * `fits` accepts. The order is that of the documents.
 */
export function realPassages(count: number, fits: (text: string) => boolean): string[] {
  const folder = SOURCES.find(existsSync) ?? ''
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  const all = files
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/\n\s*\n/))
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph.length >= 40)
  const step = Math.max(1, all.length / count)
  return Array.from({ length: count }, (_, i) => all[Math.floor(i * step) % all.length] ?? '').filter(fits)
}
