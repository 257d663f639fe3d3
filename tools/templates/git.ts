import { execFileSync } from 'node:child_process'
import { parseVersionRows, type VersionRow } from '../../packages/cli/src/templates/version-rows.js'

/** A test of paths below `directory` for whether git ignores them; without a git repository nothing is ignored. */
export function gitIgnores(directory: string): (path: string) => boolean {
  const listed = git(directory, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard'])
  const ignored = new Set(listed?.split('\0') ?? [])
  return (path) => ignored.has(path)
}

/**
 * The rows of every release tag (`@pinakes/cli@…`) that has any. A release froze them: they may be kept or added to,
 * and nothing else.
 */
export function shippedRows(repository: string): VersionRow[] {
  const tags = git(repository, ['tag', '--list', '@pinakes/cli@*'])?.split('\n').filter(Boolean) ?? []
  return tags.flatMap((tag) => {
    const text = git(repository, ['show', `${tag}:templates/_versions.toml`])
    return text === null ? [] : parseVersionRows(text)
  })
}

/** What git prints, or null if it fails. */
function git(directory: string, args: readonly string[]): string | null {
  try {
    return execFileSync('git', ['-C', directory, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return null
  }
}
