import type { WantedFile } from '../model-files.js'
import { transformerFiles } from '../profile/model-files.js'
import type { Precision } from '../profile/model-name.js'
import { PRECISIONS } from './cached-models.js'
import { contentFault, contentHash } from './content.js'
import type { SourceFile } from './import-source.js'
import { selectFiles } from './select-files.js'
import { shapeFault } from './verify.js'

/** A file to import that is right, as far as can be told. */
export interface CheckedFile extends SourceFile {
  readonly hash: string
  /** `hash`: it is what was published. `shape`: nothing to compare with came along. */
  readonly checkedBy: 'hash' | 'shape'
}

export interface CheckedImport {
  readonly files: readonly CheckedFile[]
  /** The weights that it brings; none if a file is missing that every precision needs. */
  readonly precisions: readonly Precision[]
  /** What is wrong, by path; nothing may be imported then. */
  readonly faults: Readonly<Record<string, string>>
}

/** Every path that an import looks at. */
export function importPaths(): readonly string[] {
  return [...new Set(PRECISIONS.flatMap((one) => transformerFiles(one).flatMap(({ paths }) => paths)))]
}

/** The files that the providers need, each read whole and compared with what is known of it; and all that is wrong. */
export async function checkImport(files: readonly SourceFile[]): Promise<CheckedImport> {
  const choices = PRECISIONS.map((precision) => ({
    precision,
    ...selectFiles(files, transformerFiles(precision)),
  }))
  const whole = choices.filter(({ missing }) => missing.length === 0)
  const [first] = choices
  const faults: Record<string, string> = whole.length === 0 ? absent(first?.missing ?? []) : {}
  const checked: CheckedFile[] = []
  for (const file of new Set((whole.length === 0 ? choices : whole).flatMap(({ selected }) => selected))) {
    const fault =
      file.expected === null ? shapeFault(file.source) : await contentFault(file.source, file.expected)
    if (fault !== null) faults[file.path] = fault
    else checked.push(await named(file))
  }
  return { files: checked, precisions: whole.map(({ precision }) => precision), faults }
}

function absent(missing: readonly WantedFile[]): Record<string, string> {
  return Object.fromEntries(missing.map(({ paths: [path = ''] }) => [path, 'it is not there']))
}

async function named(file: SourceFile): Promise<CheckedFile> {
  if (file.expected !== null) return { ...file, hash: file.expected.hash, checkedBy: 'hash' }
  // As the hub does: large files by SHA-256, text by git's SHA-1.
  const like = '0'.repeat(/\.(?:json|txt)$/.test(file.path) ? 40 : 64)
  return { ...file, hash: await contentHash(file.source, like), checkedBy: 'shape' }
}
