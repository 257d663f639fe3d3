import { displayPath, shorten } from '@pinakes/manifest'
import type { LinksResult } from '@pinakes/retrieve'
import { count } from './lines.js'

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
  none: 'no links as of the last sync; add one with pnk link',
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
export function neighbourNotes(found: LinksResult): string[] {
  const { unresolved, truncated, degraded } = found
  const beyond = linksBeyond(found)
  return [
    ...(degraded === null ? [] : [`note: ${degraded}`]),
    ...unresolved.map(
      ({ rel, docId, reason }) => `unresolved: ${displayPath(shorten(rel))}: ${docId}: ${reason}`,
    ),
    ...(beyond === 0
      ? []
      : [
          `note: at least ${count(beyond, 'further link')} not shown: adjacent_k in [retrieval] is how many of one document are; --rel and --direction narrow`,
        ]),
    ...(truncated.length === 0 ? [] : [`note: cut by the bound on ${truncated.join(' and ')}`]),
  ]
}

/** Links that one document has too many of. Not all: further links to a document that is shown are not told of. */
function linksBeyond({ frontier, neighbours }: LinksResult): number {
  const rowOf = ({ kbId, docId, rel }: Neighbour | LinksResult['frontier'][number]) =>
    JSON.stringify([kbId, docId, rel])
  const shown = new Set(neighbours.map(rowOf))
  return frontier.filter(
    (note) => note.reason === 'fanout' || (note.reason === 'terminal' && !shown.has(rowOf(note))),
  ).length
}
