/** What joins the titles of a heading path. */
const SEPARATOR = ' > '

/** The chunks that stand right under one heading path. */
export interface Section {
  /** Ascending. */
  readonly ordinals: readonly number[]
}

/** Sections by path; chunks without one are in none. `paths` are those of a document's chunks, by ordinal. */
export function sectionsOf(paths: readonly (string | null)[]): Map<string, Section> {
  const sections = new Map<string, { ordinals: number[] }>()
  for (const [ordinal, path] of paths.entries()) {
    if (path === null) continue
    const section = sections.get(path)
    if (section === undefined) sections.set(path, { ordinals: [ordinal] })
    else section.ordinals.push(ordinal)
  }
  return sections
}

/**
 * Ordinals of ancestor, descendant, …: every chunk with every chunk of the sections above its own, at every level, by
 * ancestor, then descendant. Sections look up the paths above them: chunks are never compared with each other.
 */
export function descendantPairs(sections: ReadonlyMap<string, Section>): number[] {
  const below = new Map<Section, number[]>()
  for (const [path, { ordinals }] of sections) {
    for (const ancestor of ancestorsOf(path)) {
      const section = sections.get(ancestor)
      if (section === undefined) continue
      const known = below.get(section)
      if (known === undefined) below.set(section, [...ordinals])
      else for (const ordinal of ordinals) known.push(ordinal)
    }
  }
  const ancestors = [...below].flatMap(([{ ordinals }, descendants]) => {
    descendants.sort((a, b) => a - b)
    return ordinals.map((ordinal) => ({ ordinal, descendants }))
  })
  ancestors.sort((a, b) => a.ordinal - b.ordinal)
  const pairs: number[] = []
  for (const { ordinal, descendants } of ancestors) {
    for (const descendant of descendants) pairs.push(ordinal, descendant)
  }
  return pairs
}

/** The proper prefixes of a path, by whole titles. */
function* ancestorsOf(path: string): Generator<string> {
  for (let at = path.indexOf(SEPARATOR); at >= 0; at = path.indexOf(SEPARATOR, at + SEPARATOR.length)) {
    yield path.slice(0, at)
  }
}
