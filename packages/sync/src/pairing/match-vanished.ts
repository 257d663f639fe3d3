import { compareCodePoints } from '@pinakes/manifest'
import type { KnownDocument, SeenFile } from './picture.js'
import type { Ambiguity } from './plan.js'

/** Which vanished row a new file continues, by the path of the file. */
export interface Matches {
  readonly rowOf: ReadonlyMap<string, KnownDocument>
  readonly ambiguous: readonly Ambiguity[]
}

/**
 * Finds the new places of vanished documents, all at once, so that no order of the input matters: by the path, equal
 * but for Unicode form; by content (rows 8 and 9); by the path, equal but for case, so that an edit with a case rename
 * keeps the id. Only one-to-one evidence counts, and an empty file is no evidence.
 */
export function matchVanished(vanished: readonly KnownDocument[], appeared: readonly SeenFile[]): Matches {
  const rowOf = new Map<string, KnownDocument>()
  const rows = new Set(vanished)
  const files = new Set(appeared)
  const take = (row: KnownDocument, file: SeenFile): void => {
    rowOf.set(file.path, row)
    rows.delete(row)
    files.delete(file)
  }
  const pairBy = (rule: Evidence): Group[] =>
    groupBoth(rows, files, rule).filter((group) => !pairUp(group, take))
  pairBy(byForm)
  pairBy(byContent)
  pairBy(byCase)
  const ambiguous = pairBy(byContent).map(describe)
  return {
    rowOf,
    ambiguous: ambiguous.sort((a, b) => compareCodePoints(a.vanished[0] ?? '', b.vanished[0] ?? '')),
  }
}

interface Evidence {
  readonly ofRow: (row: KnownDocument) => string
  /** Null: the file proves nothing. */
  readonly ofFile: (file: SeenFile) => string | null
}

const byForm: Evidence = byPath((path) => path.normalize('NFC'))
const byCase: Evidence = byPath((path) => path.normalize('NFC').toLowerCase())
const byContent: Evidence = {
  ofRow: (row) => row.contentHash,
  ofFile: (file) => (file.size === 0 ? null : file.hash),
}

function byPath(fold: (path: string) => string): Evidence {
  return { ofRow: (row) => fold(row.path), ofFile: (file) => fold(file.path) }
}

interface Group {
  readonly rows: KnownDocument[]
  readonly files: SeenFile[]
}

/** Groups that have a row and a file at least. */
function groupBoth(rows: Iterable<KnownDocument>, files: Iterable<SeenFile>, evidence: Evidence): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const key = evidence.ofRow(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { rows: [row], files: [] })
    else group.rows.push(row)
  }
  for (const file of files) {
    const key = evidence.ofFile(file)
    if (key !== null) groups.get(key)?.files.push(file)
  }
  return [...groups.values()].filter((group) => group.files.length > 0)
}

function pairUp({ rows, files }: Group, take: (row: KnownDocument, file: SeenFile) => void): boolean {
  const [row, otherRow] = rows
  const [file, otherFile] = files
  if (row === undefined || file === undefined || otherRow !== undefined || otherFile !== undefined)
    return false
  take(row, file)
  return true
}

function describe({ rows, files }: Group): Ambiguity {
  return {
    vanished: rows.map(({ path }) => path).sort(compareCodePoints),
    appeared: files.map(({ path }) => path).sort(compareCodePoints),
  }
}
