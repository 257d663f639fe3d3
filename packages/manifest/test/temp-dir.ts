import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'

const made: string[] = []

afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

/** A fresh directory with these files, removed after the test; the path is resolved. */
export function tempDir(files: Readonly<Record<string, string>> = {}): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'pinakes-manifest-')))
  made.push(directory)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  return directory
}
