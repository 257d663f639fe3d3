import { displayPath } from '@pinakes/manifest'
import type { DocumentView } from '@pinakes/retrieve'
import { count } from './lines.js'
import type { Style } from './style.js'

/**
 * One line per document: path, then chunks, tags and title. On a terminal the columns line up; otherwise they are
 * separated by tabs, which no escaped field can hold, so that `cut -f1` gives exact paths.
 */
export function documentLines(views: readonly DocumentView[], style: Style, aligned: boolean): string[] {
  const rows = views.map((view) => [
    displayPath(view.path),
    count(view.chunks, 'chunk'),
    view.tags.map(displayPath).join(','),
    `${displayPath(view.title ?? '')}${changeMark(view)}`,
  ])
  return aligned ? align(rows, style) : rows.map((row) => row.join('\t'))
}

function changeMark({ changedSinceIndex, fileIsGone }: DocumentView): string {
  if (!changedSinceIndex) return ''
  return fileIsGone ? ' (file gone)' : ' (changed since it was indexed)'
}

function align(rows: readonly string[][], style: Style): string[] {
  const width = (column: number) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length))
  const widths = [width(0), width(1), width(2)]
  return rows.map(([path = '', chunks = '', tags = '', title = '']) =>
    [
      style.strong(path.padEnd(widths[0] ?? 0)),
      style.faint(chunks.padStart(widths[1] ?? 0)),
      style.accent(tags.padEnd(widths[2] ?? 0)),
      title,
    ]
      .join('  ')
      .trimEnd(),
  )
}
