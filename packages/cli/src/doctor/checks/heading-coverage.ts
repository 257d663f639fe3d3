import type { HeadingCount } from '@pinakes/index'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'heading coverage'

/** How many chunks know the heading they stand under. */
export const headingCoverageCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const reader = await context.index()
    return reader === null ? [] : headingCoverage(reader.headingCounts())
  },
}

/** The row for these counts: Markdown without a single heading is worth a word, other types have none by design. */
export function headingCoverage(counts: readonly HeadingCount[]): CheckResult {
  const total = { chunks: sum(counts, 'chunks'), headed: sum(counts, 'headed') }
  if (total.chunks === 0) return ok(NAME, 'no chunks')
  const types = counts.map((each) => `${each.sourceType} ${share(each)}${reason(each)}`)
  const detail = `${share(total)} of ${total.chunks} chunks stand under a heading: ${types.join(', ')}`
  const markdown = counts.find(({ sourceType }) => sourceType === 'markdown')
  if (markdown === undefined || markdown.headed > 0) return ok(NAME, detail)
  return warn(
    NAME,
    detail,
    'give long Markdown files headings (# Title), so that citations say where a passage stands',
  )
}

function sum(counts: readonly HeadingCount[], key: 'chunks' | 'headed'): number {
  return counts.reduce((total, count) => total + count[key], 0)
}

function share({ chunks, headed }: Pick<HeadingCount, 'chunks' | 'headed'>): string {
  return `${Math.round((100 * headed) / chunks)}%`
}

function reason({ sourceType, headed }: HeadingCount): string {
  if (headed > 0 || sourceType === 'markdown') return ''
  return sourceType === 'text'
    ? ' (unless [chunking] headings = "numbered" finds an outline)'
    : ' (has no headings by design)'
}
