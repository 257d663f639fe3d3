import { type GraphArrays, NODE_KINDS } from '@pinakes/index'

/** Which node is which active chunk. Rows are those of `chunkCosines`: by path, then ordinal. */
export interface ChunkNodes {
  /** `[rows]`, -1 for a chunk that has no node. */
  readonly nodes: Int32Array
  /** Row by node. */
  readonly rows: ReadonlyMap<number, number>
  /** Node by `chunks.id`. */
  readonly byId: ReadonlyMap<number, number>
}

/** Joins the graph with the rows of the vectors by the ids of chunks. */
export function toChunkNodes({ kinds, chunkIds }: GraphArrays, rowIds: Float64Array): ChunkNodes {
  const chunk = NODE_KINDS.indexOf('chunk')
  const byId = new Map<number, number>()
  for (const [node, id] of chunkIds.entries()) if (kinds[node] === chunk && id > 0) byId.set(id, node)
  const nodes = Int32Array.from(rowIds, (id) => byId.get(id) ?? -1)
  const rows = new Map<number, number>()
  for (const [row, node] of nodes.entries()) if (node >= 0) rows.set(node, row)
  return { nodes, rows, byId }
}
