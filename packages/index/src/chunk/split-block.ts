import { fits, type Measure, measured, type Span } from './measure.js'
import { pieces } from './pieces.js'
import { isBlank } from './whitespace.js'
import { Window } from './window.js'

/** How an oversize block is split. */
export interface SplitOptions extends Measure {
  /** Most tokens repeated from the end of one chunk at the start of the next; less than `maxTokens`. */
  readonly overlap: number
}

/**
 * The chunks of one block: the block itself if it fits, else windows of whole pieces, filled in order; each
 * window begins with the last pieces of the one before, as far as `overlap` and the limit allow. Together they
 * cover every character that is not whitespace.
 */
export function splitBlock(
  block: { readonly start: number; readonly end: number },
  options: SplitOptions,
): Span[] {
  const whole = measured(block.start, block.end, options)
  if (fits(whole, options.maxTokens)) return [whole]
  const found: Span[] = []
  const emit = (window: Window) => {
    const span = window.span()
    if (span !== null && !isBlank(options.text, span.start, span.end)) found.push(span)
  }
  let window = new Window(options)
  for (const piece of pieces(whole, options)) {
    if (window.tryAdd(piece)) continue
    emit(window)
    window = window.carry(options.overlap)
    if (window.tryAdd(piece)) continue
    window = new Window(options)
    window.tryAdd(piece)
  }
  emit(window)
  return found
}
