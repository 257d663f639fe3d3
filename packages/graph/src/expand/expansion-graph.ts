/** What its members hang on: a heading, a directory, a tag, an entity. One object a hub, so that a walk can mark it. */
export interface Hub {
  /** Ascending: rows of chunks, or numbers of documents. */
  readonly members: readonly number[]
  /** What a step from one member over the hub to `member` weighs. */
  weight(from: number, member: number): number
}

/** A graph as an expansion walks it. Rows are chunks by path, then ordinal; documents are numbered by path. */
export interface ExpansionGraph {
  documentOf(row: number): number
  /** Siblings, parents and children of a chunk, ascending. */
  peers(row: number): readonly number[]
  /** The hubs of a chunk. */
  chunkHubs(row: number): readonly Hub[]
  /** The chunks of a document, ascending; null where membership is left out. */
  members(document: number): readonly number[] | null
  documentHubs(document: number): readonly Hub[]
  /** Documents that a person linked with this one, either way. */
  authored(document: number): readonly number[]
}
