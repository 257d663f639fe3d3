/**
 * Writes docs/comparisons.md, every figure of it out of the measured pages beside it:
 *
 *   node_modules/.bin/tsx tools/docs/comparisons.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const page = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))

/** Where the page lies. */
export const COMPARISONS_PATH = page('comparisons.md')

/** The rows of the first table below a heading, the head first and without the line of dashes. */
export function tableBelow(text: string, heading: string): string[][] {
  const [, after] = text.split(`\n## ${heading}\n`)
  const lines = /(?:^\|.*\|$\n?)+/m
    .exec(after?.split('\n## ')[0] ?? '')?.[0]
    .trimEnd()
    .split('\n')
  if (lines === undefined) throw new Error(`there is no table below "${heading}"`)
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  return rows.filter((_, i) => i !== 1)
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const dashes = head.map((_, i) => (i === 0 ? '---' : '---:'))
  return [head, dashes, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** The median of each way to search, by size: columns and rows of the tables of docs/scale.md, turned. */
function mediansBySize(scale: string): string[][] {
  const sizes = [...scale.matchAll(/^## ([\d,]+ chunks)$/gm)].map(([, size = '']) => size)
  const tables = sizes.map((size) => tableBelow(scale, size))
  const [first = []] = tables
  const median = (table: readonly (readonly string[])[], way: string) => {
    const at = table[0]?.indexOf('p50') ?? -1
    return table.find(([name]) => name === way)?.[at] ?? '-'
  }
  const ways = first.slice(1).map(([way = '']) => way)
  return [['median, ms', ...sizes], ...ways.map((way) => [way, ...tables.map((table) => median(table, way))])]
}

/** The whole page, from the measured pages as they are now. */
export function comparisons(): string {
  const [quality, realism, scale] = ['quality.md', 'realism.md', 'scale.md'].map((name) =>
    readFileSync(page(name), 'utf8'),
  ) as [string, string, string]
  return `# Comparisons

<!-- Written by tools/docs/comparisons.ts from the pages that it links to; do not edit. -->

What Pinakes was measured against, in this repository, by programs that it holds: plain ways to search, its own parts one
by one, and a program that scans vectors with NumPy. Other knowledge bases and search products were not measured, and nothing is said of them.

## On judged collections

Queries with known answers over four collections, by the real sync and search; means. \`okapi\` is textbook BM25, \`bm25\`
the keyword list of Pinakes, \`static-en\` and \`bge-small-en-v1.5\` the vectors alone. How, and each collection by itself
with its intervals: [quality](quality.md).

${markdownTable(tableBelow(quality, 'Means over the collections'))}

## On real documents

Questions written while reading, before any search was run on them. In brackets the 95 % interval of the difference to
\`BM25 alone\`; \`*\` marks one that excludes 0. What they are, and each kind of question: [realism](realism.md).

${markdownTable(tableBelow(realism, 'All answerable questions'))}

## By size

Every way finds the same chunks and answers the same queries, taking turns on one machine. Memory, first searches and the
other percentiles: [scale](scale.md).

${markdownTable(mediansBySize(scale))}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(COMPARISONS_PATH, comparisons())
