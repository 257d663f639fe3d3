import { documentOfSidecar } from '../kb-paths.js'

/**
 * For each sidecar path, the document it stands beside: the file of exactly its name, else the one file of that
 * directory whose name is the same but for Unicode form and that has no sidecar of its own; else null, an orphan.
 */
export function documentsBeside(
  sidecars: readonly string[],
  documents: ReadonlySet<string>,
): ReadonlyMap<string, string | null> {
  const beside = new Map<string, string | null>()
  const loose: string[] = []
  for (const sidecar of sidecars) {
    const document = documentOfSidecar(sidecar)
    if (document !== null && documents.has(document)) beside.set(sidecar, document)
    else loose.push(sidecar)
  }
  if (loose.length === 0) return beside
  const taken = new Set(beside.values())
  const byForm = groupByForm([...documents].filter((document) => !taken.has(document)))
  const rivals = groupByForm(loose)
  for (const sidecar of loose) {
    const document = documentOfSidecar(sidecar)
    const candidates = document === null ? [] : (byForm.get(formOf(document)) ?? [])
    // Two sidecars, or two files, that differ in form alone: nobody can say which belongs to which.
    const clear = candidates.length === 1 && rivals.get(formOf(sidecar))?.length === 1
    beside.set(sidecar, clear ? (candidates[0] ?? null) : null)
  }
  return beside
}

/** The directory as on disk, the name in NFC: equal for two names of one directory that look the same. */
function formOf(path: string): string {
  const cut = path.lastIndexOf('/') + 1
  return path.slice(0, cut) + path.slice(cut).normalize('NFC')
}

function groupByForm(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const form = formOf(path)
    const group = groups.get(form)
    if (group === undefined) groups.set(form, [path])
    else group.push(path)
  }
  return groups
}
