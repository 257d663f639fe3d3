import { DocumentReach, type Reach } from '@pinakes/graph'
import type { IndexReader } from '@pinakes/index'
import type { Kb, SearchFilters } from '../../contracts.js'
import type { MeasuredQuestion, Question } from '../contracts.js'

/** What a graph channel could make of the multi-hop questions; shares are of all of them, 0 to 1. */
export interface GateReach {
  /** Multi-hop questions. */
  readonly questions: number
  /** Hits without the channel, and questions of which all that is missing lies within its reach. */
  readonly ceiling: number
  /** Questions that miss a document more than two logical hops away from what was found. */
  readonly beyond: number
  /** Questions that miss a document of which a chunk was found, and which nothing but the document joins with its others. */
  readonly membershipOnly: number
}

export interface ReachInput {
  /** Searches without the channel. */
  readonly kb: Pick<Kb, 'id' | 'search'>
  readonly reader: IndexReader
  /** `fusion_top_k` of the manifest: as many chunks a channel starts from. */
  readonly fusionTopK: number
  readonly golden: readonly Question[]
  /** The same questions, measured without the channel. */
  readonly measured: readonly MeasuredQuestion[]
}

/**
 * How far a graph channel of unbounded width could get: for each multi-hop question that is missed without one, whether
 * the documents that it misses can be reached from the candidates that fusion keeps for the query which should find them.
 */
export async function measureReach({
  kb,
  reader,
  fusionTopK,
  golden,
  measured,
}: ReachInput): Promise<GateReach> {
  const graph = reader.graph()
  const reach = reader.snapshot(() => new DocumentReach(graph.arrays(), graph.authored(kb.id)))
  const hits = new Map(measured.map((question) => [question.id, question]))
  const multiHop = golden.filter(({ kind }) => kind === 'multi-hop')
  const from = async ({ query, filters }: Search) => {
    const { passages } = await kb.search(query, { k: fusionTopK, filters })
    return reach.from(passages.map(({ chunkId }) => keyOf(reader, chunkId)))
  }
  const verdicts: (Reach | 'hit')[] = []
  for (const question of multiHop) {
    const found = hits.get(question.id)
    verdicts.push(found === undefined || found.hit ? 'hit' : await reachOf({ reader, from }, question, found))
  }
  const share = (...kinds: readonly (Reach | 'hit')[]) =>
    multiHop.length === 0 ? 0 : verdicts.filter((verdict) => kinds.includes(verdict)).length / multiHop.length
  return {
    questions: multiHop.length,
    ceiling: share('hit', 'reachable'),
    beyond: share('beyond'),
    membershipOnly: share('membership-only'),
  }
}

interface Search {
  readonly query: string
  readonly filters: SearchFilters
}

interface Searched {
  readonly reader: IndexReader
  /** The reach of documents from what a search finds. */
  from(search: Search): Promise<(docId: string) => Reach>
}

/** The worst over what is missing; of documents that each answer, the best. */
async function reachOf(
  { reader, from }: Searched,
  { question, hops, expect, filters }: Question,
  { missedHops }: MeasuredQuestion,
): Promise<Reach> {
  const missing = hops.flatMap(({ query, expect: path }, i) =>
    missedHops.includes(path)
      ? [{ query, filters: i === hops.length - 1 ? filters : {}, paths: [path] }]
      : [],
  )
  if (hops.length === 0) missing.push({ query: question, filters, paths: [...expect] })
  let worst: Reach = 'reachable'
  for (const { paths, ...search } of missing) {
    const of = await from(search)
    const ids = paths.flatMap((path) => reader.documentByPath(path)?.id ?? [])
    worst = ORDER[Math.max(rank(worst), Math.min(...ids.map((id) => rank(of(id))), rank('beyond')))] ?? worst
  }
  return worst
}

/** From the best to the worst. */
const ORDER: readonly Reach[] = ['reachable', 'membership-only', 'beyond']

function rank(reach: Reach): number {
  return ORDER.indexOf(reach)
}

/** As the graph calls a chunk. */
function keyOf(reader: IndexReader, uid: string): string {
  const chunk = reader.chunkByUid(uid)
  return chunk === null ? '' : `${chunk.document.id}:${chunk.ordinal}`
}
