import { readFileSync } from 'node:fs'

/** The npm version of this package, from the package.json that is shipped with it. */
export function packageVersion(): string {
  return (JSON.parse(readPackageFile('package.json').toString()) as { version: string }).version
}

/** The bytes of a file that is shipped with this package, by its path from the package's folder. */
export function readPackageFile(path: string): Buffer {
  return readFileSync(new URL(`../${path}`, import.meta.url))
}
