import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The command that puts `packages` where this package finds them: beside it, in the project or among npm's global
 * packages. `self` is a file of this package.
 */
export function installLine(packages: string, self: string = fileURLToPath(import.meta.url)): string {
  const root = enclosingRoot(self)
  const global = root !== null && !existsSync(join(root, 'package.json'))
  return `npm install ${global ? '--global ' : ''}${packages}`
}

/** The folder whose `node_modules` holds the file, or null outside of any. A global one has no `package.json`. */
function enclosingRoot(file: string): string | null {
  const at = file.indexOf(`${sep}node_modules${sep}`)
  return at < 0 ? null : dirname(file.slice(0, at + `${sep}node_modules`.length))
}
