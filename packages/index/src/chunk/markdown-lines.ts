import { parseAtxHeading } from './atx-heading.js'
import { type CodeFence, closesFence, openingFence } from './code-fence.js'
import { frontMatterEnd } from './front-matter.js'
import type { Heading } from './heading-stack.js'
import type { LineReader } from './line-reader.js'
import { isBlank } from './whitespace.js'

/** What a line of Markdown is to the chunker; a heading is the heading itself. */
export type MarkdownLine = Heading | 'bare' | 'blank' | 'body'

/**
 * Classifies lines of one Markdown text in order. In front matter and in code fences every line is body, so
 * that a `# comment` is no heading and a blank line ends nothing.
 */
export class MarkdownClassifier {
  readonly #text: string
  readonly #frontMatterEnd: number
  #fence: CodeFence | null = null

  constructor(text: string) {
    this.#text = text
    this.#frontMatterEnd = frontMatterEnd(text)
  }

  classify(line: LineReader): MarkdownLine {
    if (line.start < this.#frontMatterEnd) return 'body'
    const { matchStart, end } = line
    if (this.#fence !== null) {
      if (closesFence(this.#fence, this.#text, matchStart, end)) this.#fence = null
      return 'body'
    }
    if (isBlank(this.#text, matchStart, end)) return 'blank'
    const heading = parseAtxHeading(this.#text, matchStart, end)
    if (heading === null) this.#fence = openingFence(this.#text, matchStart, end)
    return heading ?? 'body'
  }
}
