import { posix } from 'node:path'
import { isPaidClient } from './clients.js'

interface Importer {
  readonly dependencies?: Readonly<Record<string, { readonly version: string }>>
  readonly optionalDependencies?: Readonly<Record<string, { readonly version: string }>>
  readonly devDependencies?: Readonly<Record<string, { readonly version: string }>>
}

interface Snapshot {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The parts of `pnpm-lock.yaml` (lockfile version 9) that say what depends on what. */
export interface Lockfile {
  readonly importers: Readonly<Record<string, Importer>>
  readonly snapshots?: Readonly<Record<string, Snapshot>>
}

/** A workspace package: its folder as the lockfile names it, its npm name, and the libraries built into its file. */
export interface WorkspacePackage {
  readonly folder: string
  readonly name: string
  /** Development dependencies that its build compiles in, so that users run them. */
  readonly bundled: readonly string[]
}

interface Edge {
  readonly name: string
  /** A key of `snapshots`, or of `importers` behind `link:`. */
  readonly target: string
}

function importerEdges(folder: string, importer: Importer, bundled: readonly string[]): Edge[] {
  const built = Object.entries(importer.devDependencies ?? {}).filter(([name]) => bundled.includes(name))
  const shipped = Object.entries({ ...importer.dependencies, ...importer.optionalDependencies })
  return [...shipped, ...built].map(([name, { version }]) => ({
    name,
    target: target(folder, name, version),
  }))
}

function target(folder: string, name: string, version: string): string {
  if (version.startsWith('link:')) return `link:${posix.join(folder, version.slice('link:'.length))}`
  return version.includes('@', 1) && !version.startsWith('(') && isAlias(version)
    ? version
    : `${name}@${version}`
}

/** An aliased dependency's version names the real package: `other@1.2.3`. */
function isAlias(version: string): boolean {
  return /^@?[a-z][^(]*@\d/.test(version)
}

function edgesOf(at: string, lockfile: Lockfile, packages: readonly WorkspacePackage[]): Edge[] {
  if (at.startsWith('link:')) {
    const folder = at.slice('link:'.length)
    const bundled = packages.find((one) => one.folder === folder)?.bundled ?? []
    return importerEdges(folder, lockfile.importers[folder] ?? {}, bundled)
  }
  const { dependencies, optionalDependencies } = lockfile.snapshots?.[at] ?? {}
  return Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, version]) => ({
    name,
    target: target('.', name, version),
  }))
}

/** The shortest way from a workspace package to a paid client in what it ships, as package names; null if none. */
export function pathToPaidClient(
  start: WorkspacePackage,
  lockfile: Lockfile,
  packages: readonly WorkspacePackage[],
): string[] | null {
  const seen = new Set<string>()
  let frontier = [{ at: `link:${start.folder}`, path: [start.name] }]
  while (frontier.length > 0) {
    const next: typeof frontier = []
    for (const { at, path } of frontier) {
      for (const edge of edgesOf(at, lockfile, packages)) {
        const longer = [...path, edge.name]
        if (isPaidClient(edge.name) || isPaidClient(nameIn(edge.target))) return longer
        if (seen.has(edge.target)) continue
        seen.add(edge.target)
        next.push({ at: edge.target, path: longer })
      }
    }
    frontier = next
  }
  return null
}

function nameIn(target: string): string {
  const end = target.indexOf('@', 1)
  return end < 0 ? target : target.slice(0, end)
}

/** Package names in `.paid-path-allowlist`: one a line, `#` starts a comment. */
export function parseAllowlist(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
}

/** Every breach of the allowlist, one line each; empty when the free path is clean. */
export function paidPathBreaches(
  lockfile: Lockfile,
  packages: readonly WorkspacePackage[],
  allowlist: readonly string[],
): string[] {
  const missing = packages
    .filter(({ folder }) => lockfile.importers[folder] === undefined)
    .map(({ name }) => `${name}: not in the lockfile, so its closure is unknown`)
  const forbidden = packages
    .filter(({ name }) => !allowlist.includes(name))
    .flatMap((one) => {
      const path = pathToPaidClient(one, lockfile, packages)
      return path === null ? [] : [`${one.name} reaches a paid client: ${path.join(' > ')}`]
    })
  const stale = allowlist
    .filter((name) => {
      const one = packages.find((candidate) => candidate.name === name)
      return one === undefined || pathToPaidClient(one, lockfile, packages) === null
    })
    .map((name) => `${name}: allowed to reach a paid client, but it does not; remove the line`)
  return [...missing, ...forbidden, ...stale]
}
