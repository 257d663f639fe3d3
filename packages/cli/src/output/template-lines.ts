import { displayPath } from '@pinakes/manifest'
import type { TemplateRow } from '../templates/load-template.js'
import type { Style } from './style.js'

/** One line per template: name, version and purpose, or what is wrong with it. */
export function templateLines(rows: readonly TemplateRow[], style: Style): string[] {
  const width = Math.max(0, ...rows.map((row) => row.name.length))
  return rows.map((row) => {
    const name = style.strong(displayPath(row.name).padEnd(width))
    if ('unreadable' in row) return `${name}  ${style.bad(`unreadable: ${displayPath(row.unreadable)}`)}`
    return `${name}  ${row.version}  ${displayPath(row.description)}`
  })
}

/** One entry of `pnk templates --json`. */
export function templatePayload(row: TemplateRow): Record<string, unknown> {
  if ('unreadable' in row) return { name: row.name, unreadable: row.unreadable }
  const { name, version, description, reference } = row
  return { name, version, description, reference }
}
