import { lstatSync, readFileSync } from 'node:fs'

/** The line that keeps derived state out of git. */
export const IGNORE_LINE = '.pinakes/'

/** The `.gitignore` of a new KB. */
export const GITIGNORE = `# Derived state of the knowledge base: index, caches, spending records.
${IGNORE_LINE}
`

const COVERING = new Set(['.pinakes', '.pinakes/', '/.pinakes', '/.pinakes/', '**/.pinakes', '**/.pinakes/'])

/** True if a line of a `.gitignore` names the state directory; comments do not count. */
export function ignoresState(gitignore: string): boolean {
  // git strips trailing blanks, but not leading ones.
  return gitignore.split(/\r?\n/).some((line) => COVERING.has(line.replace(/[ \t]+$/, '')))
}

/**
 * The text of the `.gitignore` at `path`; empty where git reads none: nothing there, a symbolic link, no regular file.
 * Throws the file system's errors.
 */
export function readGitignore(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return ''
  return readFileSync(path, 'utf8')
}
