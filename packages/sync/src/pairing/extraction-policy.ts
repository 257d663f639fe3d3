import type { KnownDocument, SeenFile, SeenSidecar } from './picture.js'

/** A known document at its file, where the question is whether its text has to be taken out again. */
export interface ExtractionQuestion {
  readonly row: KnownDocument
  readonly file: SeenFile
  readonly sidecar: SeenSidecar | null
}

/**
 * Whether the recorded text of an active document still serves. Pairing asks once per document; a policy that
 * protects paid text answers here.
 */
export type ExtractionPolicy = (question: ExtractionQuestion) => 'keep' | 'embed'

/** Text that costs nothing follows the file: the same bytes have the same text. */
export const followContent: ExtractionPolicy = ({ row, file }) =>
  row.contentHash === file.hash ? 'keep' : 'embed'
