import { displayPath, shorten } from '@pinakes/manifest'
import type { LinksResult } from '@pinakes/retrieve'

type Neighbour = LinksResult['neighbours'][number]

const ARROWS: Readonly<Record<Neighbour['direction'], string>> = {
  out: '->',
  in: '<-',
  both: '<->',
  unknown: '?',
}

const EMPTY: Readonly<Record<NonNullable<LinksResult['empty']>, string>> = {
  arguments:
    'no links with these options; leave out --rel and --direction, or give --depth 1, to see all links of the document',
  bounds: 'links are there, but the bounds leave no room for any',
  unresolved: 'links are there, but they lead to no active document',
  none: 'no links; add one with pnk link',
}

/** One line a neighbour, hop by hop; one line saying why where there is none. */
export function neighbourLines({ neighbours, empty }: LinksResult): string[] {
  return empty === null ? neighbours.map(neighbourLine) : [EMPTY[empty]]
}

function neighbourLine({ direction, rel, title, docId, terminal, distance }: Neighbour): string {
  const name = displayPath(title ?? docId)
  const abroad = terminal ? ' (other KB)' : ''
  return `${ARROWS[direction]} ${displayPath(shorten(rel))}: ${name}${abroad}  [hop ${distance}]`
}

/** What the lines above leave out, for stderr. */
export function neighbourNotes({ unresolved, truncated, degraded }: LinksResult): string[] {
  return [
    ...(degraded === null ? [] : [`note: ${degraded}`]),
    ...unresolved.map(
      ({ rel, docId, reason }) => `unresolved: ${displayPath(shorten(rel))}: ${docId}: ${reason}`,
    ),
    ...(truncated.length === 0 ? [] : [`note: cut by the bound on ${truncated.join(' and ')}`]),
  ]
}
