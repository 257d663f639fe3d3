import type { Neighbour } from '@pinakes/graph'
import { shorten } from '@pinakes/manifest'
import { type LinksResult, linksPayload, neighbourPayload, type Payload } from '@pinakes/retrieve'
import { type AnswerBudget, answerBudget } from './answer-budget.js'

const LONGEST_TITLE = 400

/** What `pinakes_links` answers: the rows that fit, in their order, and where to go on. Pure. */
export function linksAnswer(kb: string, result: LinksResult, isServed: (kbId: string) => boolean): Payload {
  const { degraded: _, ...whole } = linksPayload(result)
  const fixed = {
    kb,
    kb_id: result.kbId,
    document: result.document,
    confidence: 'unknown',
    degraded: result.degraded,
  }
  const budget = answerBudget([fixed, ROOM_FOR_THE_REST])
  const rows = result.neighbours.map((neighbour) => rowOf(neighbour, result.kbId, isServed))
  const neighbours = fit(rows, budget)
  const unresolved = fit(whole.unresolved as Payload[], budget)
  const frontier = fit(whole.frontier as Payload[], budget)
  const cut = {
    neighbours: rows.length - neighbours.length,
    unresolved: result.unresolved.length - unresolved.length,
  }
  const isCut = cut.neighbours > 0
  const truncated = isCut ? [...new Set([...result.truncated, 'tokens' as const])].sort() : result.truncated
  return {
    ...fixed,
    neighbours,
    frontier,
    unresolved,
    truncated,
    notices: cutNotices({ ...cut, frontier: result.frontier.length - frontier.length }),
    suggested_next: suggestion(result, isCut),
  }
}

/** Stands for notices and suggestion, which are known only at the end. */
const ROOM_FOR_THE_REST = 'x'.repeat(1200)

/** The first entries of `rows` that fit, without gaps: an order with holes would read as if nothing were missing. */
function fit(rows: readonly Payload[], budget: AnswerBudget): readonly Payload[] {
  const until = rows.findIndex((row) => !budget.take(row))
  return until < 0 ? rows : rows.slice(0, until)
}

function rowOf(neighbour: Neighbour, kbId: string, isServed: (kbId: string) => boolean): Payload {
  const isHere = neighbour.kbId === kbId
  const reachable = isHere || isServed(neighbour.kbId)
  const { title } = neighbour
  return {
    ...neighbourPayload({ ...neighbour, title: title === null ? null : shorten(title, LONGEST_TITLE) }),
    reachable,
    ...(reachable ? {} : { reason: 'its knowledge base is not served here' }),
    ...(reachable && !isHere ? { fetch_with: { doc_id: neighbour.docId, kb: neighbour.kbId } } : {}),
  }
}

function cutNotices(cut: Readonly<Record<string, number>>): string[] {
  const parts = Object.entries(cut).filter(([, count]) => count > 0)
  if (parts.length === 0) return []
  const what = parts.map(([name, count]) => `${count} of ${name}`).join(', ')
  return [
    `cut: ${what} did not fit an answer of under 20,000 tokens; ask with rel, direction or fewer max_rows`,
  ]
}

/** `isCut`: the answer has no room for all rows of the walk. */
function suggestion(
  { neighbours, empty, truncated }: Pick<LinksResult, 'neighbours' | 'empty' | 'truncated'>,
  isCut: boolean,
): string {
  switch (empty) {
    case 'arguments':
      return "These arguments leave nothing: ask again with direction='both', no rel, depth=1."
    case 'bounds':
      return 'Links are there, but the bounds left none: raise max_rows or token_budget.'
    case 'unresolved':
      return 'It has links, and all of them lead to documents that are not in this knowledge base: search with pinakes_search instead.'
    case 'none':
      return 'Nothing links here or from here: search with pinakes_search instead.'
    case null:
      break
  }
  if (neighbours.some(({ terminal }) => terminal)) {
    return 'Some neighbours are in another knowledge base: read a reachable one with pinakes_get and its fetch_with; to go on from there, call pinakes_links with that kb.'
  }
  // No bound of the walk is to be raised for that.
  if (isCut) return 'Cut to what fits one answer: narrow with rel or direction.'
  if (truncated.length > 0) {
    return `Cut by ${truncated.join(' and ')}: narrow with rel or direction, or raise ${truncated.map((cap) => (cap === 'rows' ? 'max_rows' : 'token_budget')).join(' and ')}.`
  }
  return 'Read a neighbour with pinakes_get, or widen by one hop of depth.'
}
