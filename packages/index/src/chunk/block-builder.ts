import { type Heading, HeadingStack } from './heading-stack.js'
import type { LineReader } from './line-reader.js'

/** A run of lines that belongs together, as UTF-16 indices into the text, half-open. */
export interface Block {
  readonly start: number
  readonly end: number
  readonly headingPath: string | null
  readonly unnumberedHeadingPath: string | null
}

/** Headings that wait for a line of body; a block opened below them begins at the first. */
interface PendingRun {
  readonly start: number
  end: number
  /** Whether a titled heading is among them: bare marks alone are no words worth a chunk. */
  titled: boolean
}

/** Builds blocks from classified lines; every grammar uses it. */
export class BlockBuilder {
  readonly #blocks: Block[] = []
  readonly #stack = new HeadingStack()
  #open: { readonly start: number; end: number } | null = null
  #pending: PendingRun | null = null
  #path: string | null = null
  #unnumbered: string | null = null

  /** A blank line: closes the open block. */
  blank(): void {
    if (this.#open === null) return
    const { start, end } = this.#open
    this.#blocks.push({ start, end, headingPath: this.#path, unnumberedHeadingPath: this.#unnumbered })
    this.#open = null
  }

  /** A line of content: goes to the open block or opens one, at the first pending heading if there is one. */
  body(line: LineReader): void {
    if (this.#open === null) {
      this.#open = { start: this.#pending?.start ?? line.start, end: line.bodyEnd }
      this.#pending = null
    } else this.#open.end = line.bodyEnd
  }

  /** A heading: closes the open block and waits for a line of body. */
  heading(line: LineReader, heading: Heading): void {
    this.blank()
    this.#stack.push(heading)
    this.#path = this.#stack.path()
    this.#unnumbered = this.#stack.unnumberedPath()
    this.#await(line, true)
  }

  /**
   * Heading marks without a title. They are no heading, but a passage `##` would tell nobody anything: where
   * they would open a block they go to the one that follows.
   */
  bareMarks(line: LineReader): void {
    if (this.#open === null) this.#await(line, false)
    else this.body(line)
  }

  /** All blocks in document order. Headings after the last body become a block if there is any body at all. */
  finish(): Block[] {
    this.blank()
    if (this.#pending?.titled && this.#blocks.length > 0) {
      this.#open = this.#pending
      this.blank()
    }
    return this.#blocks
  }

  #await(line: LineReader, titled: boolean): void {
    this.#pending ??= { start: line.start, end: line.bodyEnd, titled }
    this.#pending.end = line.bodyEnd
    this.#pending.titled ||= titled
  }
}
