import { readFileSync } from 'node:fs'

/** The npm version of this package, from the package.json that is shipped with it. */
export function serverVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
