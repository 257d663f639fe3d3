import type { IndexReader } from '@pinakes/index'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'heading coverage'

/** How many chunks know the heading they stand under. */
export const headingCoverageCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const reader = await context.index()
    return reader === null ? [] : headingCoverage(countChunks(reader))
  },
}

/** Chunks of one source type, and how many of them have a heading path. */
export interface HeadingCount {
  chunks: number
  headed: number
}

function countChunks(reader: IndexReader): Map<string, HeadingCount> {
  const counts = new Map<string, HeadingCount>()
  for (const document of reader.documents()) {
    const entry = counts.get(document.sourceType) ?? { chunks: 0, headed: 0 }
    for (const chunk of reader.chunksOfDocument(document.id)) {
      entry.chunks += 1
      if (chunk.headingPath !== null) entry.headed += 1
    }
    counts.set(document.sourceType, entry)
  }
  return counts
}

/** The row for these counts: Markdown without a single heading is worth a word, other types have none by design. */
export function headingCoverage(counts: ReadonlyMap<string, HeadingCount>): CheckResult {
  const rows = [...counts].filter(([, { chunks }]) => chunks > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (rows.length === 0) return ok(NAME, 'no chunks')
  const detail = rows.map(([type, each]) => `${type} ${share(each)}${reason(type, each)}`).join(', ')
  const markdown = counts.get('markdown')
  if (markdown === undefined || markdown.chunks === 0 || markdown.headed > 0) return ok(NAME, detail)
  return warn(
    NAME,
    detail,
    'give long Markdown files headings (# Title), so that citations say where a passage stands',
  )
}

function share({ chunks, headed }: HeadingCount): string {
  return `${Math.round((100 * headed) / chunks)}%`
}

function reason(type: string, { headed }: HeadingCount): string {
  if (headed > 0 || type === 'markdown') return ''
  return type === 'text'
    ? ' (unless [chunking] headings = "numbered" finds an outline)'
    : ' (has no headings by design)'
}
