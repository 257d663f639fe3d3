import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareCodePoints } from '@pinakes/manifest'
import { ARCHIVE, DESCRIPTOR } from './load-template.js'

/** A file of a template; `path` is relative, with `/`. */
export interface TemplateFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Every file of the template in `directory`, sorted by path, but its descriptor, its frozen copies and what
 * `isIgnored` says (the files that git ignores).
 */
export function readTemplateFiles(
  directory: string,
  isIgnored: (path: string) => boolean = () => false,
): TemplateFile[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => path !== DESCRIPTOR && !path.startsWith(`${ARCHIVE}/`) && !isIgnored(path))
    .sort(compareCodePoints)
    .map((path) => ({ path, bytes: readFileSync(join(directory, path)) }))
}

/**
 * The hash of a template's content, lower-case hex: SHA-256 over each file as `path NUL length NUL bytes`, then,
 * if a list of files is declared, `NUL files NUL` and each entry as `length NUL entry`; lengths are decimal counts of bytes.
 */
export function hashTemplate(files: readonly TemplateFile[], declared: readonly string[] | null): string {
  const hash = createHash('sha256')
  for (const { path, bytes } of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  if (declared !== null) {
    hash.update('\0files\0')
    for (const entry of declared) hash.update(`${Buffer.byteLength(entry)}\0${entry}`)
  }
  return hash.digest('hex')
}
