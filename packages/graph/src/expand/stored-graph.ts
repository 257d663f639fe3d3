import type { DocumentStructure, GraphReader, IndexReader, StoredEdgeKind } from '@pinakes/index'
import type { EdgeKind } from '../edge-kinds.js'
import type { ExpansionGraph, Hub } from './expansion-graph.js'

/** Kinds whose hubs join documents. */
const DOCUMENT_HUBS = ['co-located', 'shared-tag'] as const satisfies readonly StoredEdgeKind[]

/** The edges within a document, in rows. */
interface LoadedDocument {
  readonly members: readonly number[]
  /** By ordinal. */
  readonly peers: readonly (readonly number[] | undefined)[]
  readonly hubs: readonly (readonly Hub[] | undefined)[]
}

const NOTHING: LoadedDocument = { members: [], peers: [], hubs: [] }

export interface StoredGraphOptions {
  readonly kbId: string
  readonly kinds: ReadonlySet<EdgeKind>
}

/**
 * The graph of one state of an index, read document by document as a walk comes to them and kept in memory from then on:
 * a single search reads little, and a process that goes on searching soon reads nothing.
 */
export class StoredGraph implements ExpansionGraph {
  readonly isEmpty: boolean
  readonly #graph: GraphReader
  readonly #kbId: string
  readonly #kinds: ReadonlySet<EdgeKind>
  /** By document number. */
  readonly #ids: readonly string[]
  readonly #firstRows: Uint32Array
  readonly #firstChunks: Float64Array
  readonly #documentOfRow: Uint32Array
  readonly #numbers: ReadonlyMap<string, number>
  readonly #loaded = new Map<number, LoadedDocument>()
  readonly #documentHubs = new Map<number, readonly Hub[]>()
  readonly #hasMentions: boolean
  /** By row of the chunk. */
  readonly #entityHubs = new Map<number, readonly Hub[]>()
  /** By node. */
  readonly #hubs = new Map<number, Hub>()
  #authored: ReadonlyMap<number, readonly number[]> | null = null
  #saliences: Float64Array | null = null
  /** Rows by the ids of chunks. */
  #rows: ReadonlyMap<number, number> | null = null

  constructor(reader: IndexReader, { kbId, kinds }: StoredGraphOptions) {
    this.#graph = reader.graph()
    this.#kbId = kbId
    this.#kinds = kinds
    this.isEmpty = this.#graph.isEmpty()
    this.#hasMentions = kinds.has('mentions') && this.#graph.nodes('entity').length > 0
    const documents = this.#graph.documents()
    this.#ids = documents.map(({ docId }) => docId)
    this.#numbers = new Map(this.#ids.map((id, number) => [id, number]))
    this.#firstChunks = Float64Array.from(documents, ({ firstChunk }) => firstChunk)
    this.#firstRows = new Uint32Array(documents.length)
    let rows = 0
    for (const [number, { chunks }] of documents.entries()) {
      this.#firstRows[number] = rows
      rows += chunks
    }
    this.#documentOfRow = new Uint32Array(rows)
    for (const [number, { chunks }] of documents.entries()) {
      const first = this.#firstRows[number] as number
      this.#documentOfRow.fill(number, first, first + chunks)
    }
  }

  documentOf(row: number): number {
    return this.#documentOfRow[row] as number
  }

  idOf(document: number): string {
    return this.#ids[document] as string
  }

  chunkId(row: number): number {
    const document = this.documentOf(row)
    return (this.#firstChunks[document] as number) + row - (this.#firstRows[document] as number)
  }

  /** Undefined for a chunk of no active document. */
  rowOf(chunkId: number): number | undefined {
    this.#rows ??= new Map(Array.from(this.#documentOfRow, (_, row) => [this.chunkId(row), row]))
    return this.#rows.get(chunkId)
  }

  peers(row: number): readonly number[] {
    return this.#load(this.documentOf(row)).peers[this.#ordinal(row)] ?? []
  }

  chunkHubs(row: number): readonly Hub[] {
    const headings = this.#load(this.documentOf(row)).hubs[this.#ordinal(row)] ?? []
    return this.#hasMentions ? [...headings, ...this.#entities(row)] : headings
  }

  members(document: number): readonly number[] | null {
    return this.#kinds.has('membership') ? this.#load(document).members : null
  }

  documentHubs(document: number): readonly Hub[] {
    const known = this.#documentHubs.get(document)
    if (known !== undefined) return known
    const node = this.#graph.node('doc', this.idOf(document))
    const kinds = DOCUMENT_HUBS.filter((kind) => this.#kinds.has(kind))
    const hubs =
      node === null
        ? []
        : kinds.flatMap((kind) => this.#graph.hubsOf(node.id, kind).map((hub) => this.#hub(hub.id, kind)))
    this.#documentHubs.set(document, hubs)
    return hubs
  }

  authored(document: number): readonly number[] {
    this.#authored ??= this.#kinds.has('authored') ? this.#readAuthored() : new Map()
    return this.#authored.get(document) ?? []
  }

  /** What links that point at a document make its chunks worth: 1 + ln(1 + links). */
  salience(document: number): number {
    this.#saliences ??= this.#readSaliences()
    return this.#saliences[document] as number
  }

  /** The entities that a chunk mentions, those that two chunks or more do. */
  #entities(row: number): readonly Hub[] {
    const known = this.#entityHubs.get(row)
    if (known !== undefined) return known
    const node = this.#graph.node('chunk', `${this.idOf(this.documentOf(row))}:${this.#ordinal(row)}`)
    const hubs =
      node === null ? [] : this.#graph.hubsOf(node.id, 'mentions').map(({ id }) => this.#entityHub(id))
    this.#entityHubs.set(row, hubs)
    return hubs
  }

  #entityHub(node: number): Hub {
    const known = this.#hubs.get(node)
    if (known !== undefined) return known
    const shares = new Map(
      this.#graph.mentionsOf(node).flatMap(({ key, share }) => {
        const row = this.#rowOfKey(key)
        return row === undefined ? [] : [[row, share] as const]
      }),
    )
    const hub: Hub = {
      members: [...shares.keys()].sort((a, b) => a - b),
      weight: (from, member) => (shares.get(from) ?? 0) * (shares.get(member) ?? 0),
    }
    this.#hubs.set(node, hub)
    return hub
  }

  #rowOfKey(key: string): number | undefined {
    const at = key.lastIndexOf(':')
    const first = this.#firstRows[this.#numbers.get(key.slice(0, at)) ?? -1]
    return first === undefined ? undefined : first + Number(key.slice(at + 1))
  }

  #ordinal(row: number): number {
    return row - (this.#firstRows[this.documentOf(row)] as number)
  }

  #load(document: number): LoadedDocument {
    const known = this.#loaded.get(document)
    if (known !== undefined) return known
    const structure = this.#graph.structure(this.idOf(document))
    const loaded = structure === null ? NOTHING : this.#toRows(structure, this.#firstRows[document] as number)
    this.#loaded.set(document, loaded)
    return loaded
  }

  #toRows({ members, siblings, parentChild, sections }: DocumentStructure, first: number): LoadedDocument {
    const peers: number[][] = []
    const join = (pairs: ArrayLike<number>) => {
      for (let i = 0; i < pairs.length; i += 2) {
        const [a, b] = [pairs[i] as number, pairs[i + 1] as number]
        put(peers, a, first + b)
        put(peers, b, first + a)
      }
    }
    if (this.#kinds.has('sibling')) join(siblings)
    if (this.#kinds.has('parent-child')) join(parentChild)
    const hubs: Hub[][] = []
    for (const section of this.#kinds.has('in-section') ? sections : []) {
      const hub = evenHub(section.map((ordinal) => first + ordinal))
      for (const ordinal of section) put(hubs, ordinal, hub)
    }
    return {
      members: members.map((ordinal) => first + ordinal),
      peers: peers.map((rows) => [...new Set(rows)].sort((a, b) => a - b)),
      hubs,
    }
  }

  #hub(node: number, kind: StoredEdgeKind): Hub {
    const known = this.#hubs.get(node)
    if (known !== undefined) return known
    const members = this.#graph.membersOf(node, kind).flatMap(({ key }) => this.#numbers.get(key) ?? [])
    const hub = evenHub(members.sort((a, b) => a - b))
    this.#hubs.set(node, hub)
    return hub
  }

  #readAuthored(): ReadonlyMap<number, readonly number[]> {
    const peers = new Map<number, Set<number>>()
    for (const { srcDocId, dstDocId } of this.#graph.authored(this.#kbId)) {
      const [src, dst] = [this.#numbers.get(srcDocId), this.#numbers.get(dstDocId)]
      if (src === undefined || dst === undefined) continue
      peers.set(src, (peers.get(src) ?? new Set()).add(dst))
      peers.set(dst, (peers.get(dst) ?? new Set()).add(src))
    }
    return new Map([...peers].map(([document, others]) => [document, [...others]]))
  }

  #readSaliences(): Float64Array {
    const links = this.#graph.inDegrees(this.#kbId)
    return Float64Array.from(this.#ids, (id) => 1 + Math.log1p(links.get(id) ?? 0))
  }
}

/** Each of many members says little about another: a spoke weighs 1 / members, on both sides of the hub. */
function evenHub(members: readonly number[]): Hub {
  const weight = 1 / members.length ** 2
  return { members, weight: () => weight }
}

function put<T>(lists: T[][], at: number, item: T): void {
  const list = lists[at]
  if (list === undefined) lists[at] = [item]
  else list.push(item)
}
