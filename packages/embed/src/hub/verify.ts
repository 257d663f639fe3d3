import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { snapshotFolder } from '../hub-cache.js'
import { visibleFault } from '../weights/damaged-file.js'
import { graphFault } from '../weights/graph-fault.js'
import { contentFault, type ExpectedContent, fileBytes } from './content.js'
import { type RecordedFile, readTree } from './tree-file.js'

/** One file of a snapshot, checked. */
export interface VerifiedFile {
  /** In the model's repository, with forward slashes. */
  readonly path: string
  /** Null if it is not there: a link to nothing. */
  readonly bytes: number | null
  /** What is wrong with it, or null. */
  readonly fault: string | null
  /**
   * `hash`: compared with the hash that it was published with. `shape`: no hash is known for it, and what it looks
   * like is all that was checked.
   */
  readonly checkedBy: 'hash' | 'shape'
}

/**
 * The files of a snapshot (all of them, or those at `paths`), checked by size and hash where the cache knows them: from the list it keeps of the
 * commit's files, or because the file is a link to a blob, whose name is its hash. Reads all of every file.
 */
export async function verifySnapshot(
  repo: string,
  commit: string,
  paths?: readonly string[],
): Promise<readonly VerifiedFile[]> {
  const folder = snapshotFolder(repo, commit)
  const tree = readTree(repo, commit)
  const verified: VerifiedFile[] = []
  for (const path of paths ?? filesBelow(folder)) {
    verified.push(await verifyFile(join(folder, path), path.replaceAll('\\', '/'), tree))
  }
  return verified
}

/** Paths of all files and links below `folder`, sorted; none if it is not there. */
export function filesBelow(folder: string): readonly string[] {
  if (fileBytes(folder) !== null) return []
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => !entry.isDirectory())
    return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
  } catch {
    return []
  }
}

async function verifyFile(
  file: string,
  path: string,
  tree: ReadonlyMap<string, RecordedFile> | null,
): Promise<VerifiedFile> {
  const bytes = fileBytes(file)
  const expected = tree?.get(path) ?? namedAfterHash(file)
  if (bytes === null) return { path, bytes, fault: 'it is not there', checkedBy: 'hash' }
  const fault = expected === null ? shapeFault(file) : await contentFault(file, expected)
  return { path, bytes, fault, checkedBy: expected === null ? 'shape' : 'hash' }
}

/** What the cache expects of a file that is a link to one of its blobs; null for a plain file. */
export function namedAfterHash(file: string): ExpectedContent | null {
  if (fileBytes(file) === null) return null
  const target = realpathSync(file)
  const isBlob =
    basename(dirname(target)) === 'blobs' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(basename(target))
  return isBlob ? { bytes: null, hash: basename(target) } : null
}

/** What is wrong with a file as far as it can be told without knowing what it should hold; null: nothing. */
export function shapeFault(file: string): string | null {
  if (file.endsWith('.onnx')) return graphFault(file)
  const fault = visibleFault(file)
  if (fault !== null || !file.endsWith('.json')) return fault
  try {
    JSON.parse(readFileSync(file, 'utf8'))
    return null
  } catch {
    return 'it is not JSON'
  }
}
