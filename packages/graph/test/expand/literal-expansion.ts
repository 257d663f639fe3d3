import { type IndexReader, NODE_KINDS, STORED_EDGE_KINDS } from '@pinakes/index'
import { compareCodePoints } from '@pinakes/manifest'

export interface LiteralRequest {
  readonly reader: IndexReader
  readonly kbId: string
  readonly kinds: ReadonlySet<string>
  /** `path#ordinal` of chunks. */
  readonly roots: readonly string[]
  readonly adjacentK: number
  readonly limit: number
  readonly linkDistance: boolean
  readonly inDegreeSalience: boolean
  /** Of a chunk, by `path#ordinal`. */
  cosine(name: string): number
  isAllowed(path: string): boolean
}

/** Source, destination. */
type Edge = readonly [string, string]

/**
 * The rules of docs/graph.md one after the other, with every edge looked at for every question: no tables, no caches. Gives
 * `path#ordinal@distance`, best first.
 */
export function literalExpansion(request: LiteralRequest): string[] {
  const { reader, kbId, kinds, adjacentK } = request
  const documents = new Map(reader.documents().map(({ id, path }) => [id as string, path]))
  const name = (key: string) => {
    const [id = '', ordinal] = key.split(':')
    return ordinal === undefined ? (documents.get(id) ?? id) : `${documents.get(id)}#${ordinal}`
  }
  const { keys, kinds: nodeKinds, sources, destinations, edgeKinds } = reader.graph().arrays()
  const node = (n: number) => {
    const kind = NODE_KINDS[nodeKinds[n] as number]
    return kind === 'doc' || kind === 'chunk' ? name(keys[n] as string) : `${kind} ${keys[n]}`
  }
  const edges = (kind: string): Edge[] =>
    kinds.has(kind)
      ? [...sources].flatMap((src, i): Edge[] =>
          STORED_EDGE_KINDS[edgeKinds[i] as number] === kind
            ? [[node(src), node(destinations[i] as number)]]
            : [],
        )
      : []
  const authored: Edge[] = kinds.has('authored')
    ? reader
        .graph()
        .authored(kbId)
        .map(({ srcDocId, dstDocId }) => [name(srcDocId), name(dstDocId)])
    : []
  const both = (list: readonly Edge[], of: string) =>
    list.flatMap(([a, b]) => (a === of ? [b] : b === of ? [a] : []))
  const hubsOf = (kind: string, of: string) =>
    edges(kind).flatMap(([hub, member]) => (member === of ? [hub] : []))
  const membersOf = (kind: string, hub: string) =>
    edges(kind).flatMap(([src, member]) => (src === hub ? [member] : []))
  const pathOf = (chunk: string) => chunk.slice(0, chunk.lastIndexOf('#'))
  const ordinalOf = (chunk: string) => Number(chunk.slice(chunk.lastIndexOf('#') + 1))
  const inOrder = (a: string, b: string) =>
    compareCodePoints(pathOf(a), pathOf(b)) || ordinalOf(a) - ordinalOf(b)
  const cosine = (chunk: string) => Math.max(0, request.cosine(chunk))

  const roots = [...new Set(request.roots)]
  const expanded = new Set<string>()
  const contributed = new Set<string>()
  const emitted = new Map<string, { distance: number; weight: number }>()
  let frontier = roots
  for (const distance of [1, 2]) {
    const found = new Map<string, number>()
    const offer = (chunks: readonly string[], weight: number) => {
      const open = [...new Set(chunks)].filter(
        (chunk) =>
          !found.has(chunk) &&
          !emitted.has(chunk) &&
          !roots.includes(chunk) &&
          request.isAllowed(pathOf(chunk)),
      )
      open.sort((a, b) => cosine(b) - cosine(a) || inOrder(a, b))
      for (const chunk of open.slice(0, adjacentK)) found.set(chunk, weight)
    }
    for (const chunk of frontier) {
      offer([...both(edges('sibling'), chunk), ...both(edges('parent-child'), chunk)], 1)
      for (const hub of hubsOf('in-section', chunk)) {
        if (expanded.has(hub)) continue
        expanded.add(hub)
        const members = membersOf('in-section', hub)
        offer(
          members.filter((member) => member !== chunk),
          (1 / members.length) * (1 / members.length),
        )
      }
      const document = pathOf(chunk)
      if (!kinds.has('membership') || expanded.has(document)) continue
      expanded.add(document)
      let onward: { document: string; weight: number }[] = both(authored, document).map((peer) => ({
        document: peer,
        weight: 2,
      }))
      for (const kind of ['co-located', 'shared-tag']) {
        for (const hub of hubsOf(kind, document)) {
          if (expanded.has(hub)) continue
          expanded.add(hub)
          const members = membersOf(kind, hub)
          const weight = (1 / members.length) * (1 / members.length)
          onward.push(...members.map((member) => ({ document: member, weight })))
        }
      }
      onward = onward.filter(
        (next) => next.document !== document && !roots.some((root) => pathOf(root) === next.document),
      )
      onward.sort((a, b) => b.weight - a.weight || compareCodePoints(a.document, b.document))
      onward = onward.filter((next, i) => onward.findIndex((other) => other.document === next.document) === i)
      for (const next of onward.slice(0, adjacentK)) {
        if (contributed.has(next.document)) continue
        contributed.add(next.document)
        offer(membersOf('membership', next.document), next.weight)
      }
    }
    frontier = [...found.keys()].sort(inOrder)
    for (const chunk of frontier) emitted.set(chunk, { distance, weight: found.get(chunk) ?? 0 })
  }
  const inDegrees = reader.graph().inDegrees(kbId)
  const score = (chunk: string) => {
    const id = reader.documentByPath(pathOf(chunk))?.id ?? ''
    return cosine(chunk) * (request.inDegreeSalience ? 1 + Math.log1p(inDegrees.get(id) ?? 0) : 1)
  }
  return [...emitted]
    .sort(
      ([a, x], [b, y]) =>
        score(b) - score(a) ||
        (request.linkDistance ? x.distance - y.distance : 0) ||
        y.weight - x.weight ||
        inOrder(a, b),
    )
    .slice(0, request.limit)
    .map(([chunk, { distance }]) => `${chunk}@${distance}`)
}
