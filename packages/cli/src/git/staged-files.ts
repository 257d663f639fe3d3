import { type Git, zeroSeparated } from './git.js'

/** What the next commit brings, by paths relative to the directory that git runs in; nothing outside of it. */
export interface StagedFiles {
  readonly added: ReadonlySet<string>
  /** By new path: the old one of a file that was moved, perhaps with an edit. */
  readonly movedFrom: ReadonlyMap<string, string>
}

/** Files that are added, copied, modified or renamed between HEAD, or nothing if there is none yet, and the index. */
export function stagedFiles(git: Git): StagedFiles {
  const output = git.run([
    'diff',
    '--cached',
    '--name-status',
    '--find-renames',
    '-z',
    '--relative',
    '--diff-filter=ACMR',
    '--no-ext-diff',
  ])
  return parseNameStatus(zeroSeparated(output))
}

/** Reads `status, path` and, for what was renamed or copied, `status, old path, new path`. */
export function parseNameStatus(fields: readonly string[]): StagedFiles {
  const added = new Set<string>()
  const movedFrom = new Map<string, string>()
  for (let i = 0; i < fields.length; ) {
    const status = fields[i] ?? ''
    const path = fields[i + 1] ?? ''
    const hasTwoPaths = status.startsWith('R') || status.startsWith('C')
    const target = hasTwoPaths ? (fields[i + 2] ?? '') : path
    added.add(target)
    if (status.startsWith('R')) movedFrom.set(target, path)
    i += hasTwoPaths ? 3 : 2
  }
  return { added, movedFrom }
}
