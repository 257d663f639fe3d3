import type { ChunkRow } from '@pinakes/index'

/** What a document says below one of its headings, deeper headings included. Offsets are code points, half-open. */
export interface Section {
  /** Titles from the outermost heading down, joined with ` > `. */
  readonly headingPath: string
  readonly charStart: number
  readonly charEnd: number
}

const SEPARATOR = ' > '

type Headed = Pick<ChunkRow, 'headingPath' | 'charStart' | 'charEnd'>

/** Every section of a document, in the order in which they begin, outer ones first. `chunks` in document order. */
export function sectionsOf(chunks: readonly Headed[]): Section[] {
  const sections: { headingPath: string; charStart: number; charEnd: number }[] = []
  let open: typeof sections = []
  let before: readonly string[] = []
  for (const { headingPath, charStart, charEnd } of chunks) {
    const titles = headingPath?.split(SEPARATOR) ?? []
    const kept = sharedLength(before, titles)
    const begun = titles
      .slice(kept)
      .map((_, i) => ({ headingPath: titles.slice(0, kept + i + 1).join(SEPARATOR), charStart, charEnd }))
    sections.push(...begun)
    open = [...open.slice(0, kept), ...begun]
    for (const section of open) section.charEnd = charEnd
    before = titles
  }
  return sections
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  const at = b.findIndex((title, i) => title !== a[i])
  return at < 0 ? b.length : at
}

/**
 * The sections that `name` means: those with exactly this heading path, else those whose path ends with it, else those
 * whose last heading has it as its anchor on the web (`who-to-ask`). Case and composition do not count.
 */
export function sectionsNamed(sections: readonly Section[], name: string): Section[] {
  const wanted = normalise(name)
  const readings: ((path: string) => boolean)[] = [
    (path) => path === wanted,
    (path) => path.endsWith(`${SEPARATOR}${wanted}`),
    (path) => anchor(path.split(SEPARATOR).at(-1) ?? '') === wanted,
  ]
  for (const matches of readings) {
    const found = sections.filter(({ headingPath }) => matches(normalise(headingPath)))
    if (found.length > 0) return found
  }
  return []
}

function normalise(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/gu, ' ')
}

/** As GitHub makes it: letters, digits, `-` and `_` stay, spaces become `-`. */
function anchor(title: string): string {
  return title.replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').replace(/\s/gu, '-')
}
