/** How a document is read and chunked; decided by its suffix alone. */
export type SourceType = 'markdown' | 'code' | 'pdf' | 'text'

/** Text taken out of a paged document. Offsets are Unicode code points, half-open. */
export interface ExtractedText {
  readonly text: string
  /** One span per page, in page order, tiling `text`; an empty page has a zero-width span at its place. */
  readonly pageSpans: readonly (readonly [start: number, end: number])[]
  /** Empty, or exactly one map per page. */
  readonly perPageProvenance: readonly Readonly<Record<string, string>>[]
}

/** What an extraction may be told. `force` extracts again where a cached text would do. */
export interface ExtractionContext {
  readonly model?: string
  readonly force?: boolean
  readonly signal?: AbortSignal
}

/** Takes the text out of one file. */
export interface Extractor {
  extract(path: string, context: ExtractionContext): Promise<ExtractedText>
}

/**
 * A registered extraction backend. Everything but `load` answers with the backend's library absent, because
 * queries ask for fingerprints.
 */
export interface ExtractorEntry {
  readonly name: string
  readonly aliases: readonly string[]
  readonly paid: boolean
  readonly suffixes: readonly string[]
  readonly requires?: { readonly module: string; readonly install: string }
  fingerprintInputs(model?: string): Readonly<Record<string, string>>
  load(): Promise<Extractor>
}
