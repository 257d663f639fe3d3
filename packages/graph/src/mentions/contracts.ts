/** A name in a text. Offsets are code points, half-open. */
export interface ExtractedEntity {
  /** As it stands in the text. */
  readonly surface: string
  /** What the model calls it. */
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Finds names in texts, on this machine and without a language model. Deterministic. */
export interface EntityExtractor {
  /** The model with its version, as an index records it: another one reads every text again. */
  readonly model: string
  /** In the order of the text, without overlaps. */
  extractEntities(text: string): readonly ExtractedEntity[]
}
