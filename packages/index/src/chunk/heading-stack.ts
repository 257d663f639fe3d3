/** A heading as a grammar found it. */
export interface Heading {
  /** Depth, at least 1. */
  readonly level: number
  /** As stored in `heading_path`. */
  readonly label: string
  /** Without an outline number; the label itself where the grammar knows no numbers. */
  readonly title: string
}

const JOINER = ' > '

/**
 * The headings that enclose the current line. A new heading removes every entry of its level or deeper, so that
 * skipped levels neither nest siblings nor lose parents: `# A`, `### B`, `## C` gives `A > B`, then `A > C`.
 */
export class HeadingStack {
  readonly #entries: Heading[] = []

  push(heading: Heading): void {
    while ((this.#entries.at(-1)?.level ?? 0) >= heading.level) this.#entries.pop()
    this.#entries.push(heading)
  }

  /** Labels from the outermost down; null before the first heading. */
  path(): string | null {
    return this.#joined((entry) => entry.label)
  }

  /** Titles without outline numbers; null before the first heading. */
  unnumberedPath(): string | null {
    return this.#joined((entry) => entry.title)
  }

  #joined(part: (entry: Heading) => string): string | null {
    return this.#entries.length === 0 ? null : this.#entries.map(part).join(JOINER)
  }
}
