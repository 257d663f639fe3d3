import { readFileSync } from 'node:fs'

interface ClientList {
  readonly packages: readonly string[]
  readonly scopes: readonly string[]
}

const LIST = JSON.parse(readFileSync(new URL('clients.json', import.meta.url), 'utf8')) as ClientList

/** True for a package that can send a paid request. */
export function isPaidClient(packageName: string): boolean {
  return LIST.packages.includes(packageName) || LIST.scopes.some((scope) => packageName.startsWith(scope))
}

/** The package a loaded file belongs to, by the last `node_modules` in its path; null outside of one. */
export function packageOfFile(path: string): string | null {
  const inside = path.replaceAll('\\', '/').split('/node_modules/').at(-1)
  if (inside === undefined || inside === path) return null
  const [first = '', second = ''] = inside.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}
