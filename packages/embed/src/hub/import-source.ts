import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { COMMIT, cachedCommit, modelOfFolder, snapshotFolder } from '../hub-cache.js'
import { type ExpectedContent, fileBytes } from './content.js'
import { readTree } from './tree-file.js'
import { namedAfterHash } from './verify.js'

/** A file to import. */
export interface SourceFile {
  /** In the model's repository, with forward slashes. */
  readonly path: string
  /** Absolute; links are followed. */
  readonly source: string
  /** What it should hold, where the folder says so. */
  readonly expected: ExpectedContent | null
}

/** What a folder to import is: the model's folder of another cache, or the model's files as they are. */
export interface ImportSource {
  /** The id that the folder's own name gives it, or null. */
  readonly model: string | null
  /** Null: the folder does not say. */
  readonly commit: string | null
  readonly files: readonly SourceFile[]
  /** Another cache, which keeps the complete list of the commit's files. */
  readonly hasTree: boolean
}

/**
 * Reads what `folder` has of the files at `paths`, contents aside: a `models--organisation--name` of another machine's
 * cache at that revision, or a plain folder, as `hf download --local-dir` and a browser leave it. Null if another cache
 * does not have the revision.
 */
export function readImportSource(
  folder: string,
  revision: string | null,
  paths: readonly string[],
): ImportSource | null {
  const isCache = statSync(join(folder, 'snapshots'), { throwIfNoEntry: false })?.isDirectory() === true
  return isCache ? readCacheFolder(folder, revision, paths) : readPlainFolder(folder, revision, paths)
}

function readCacheFolder(
  folder: string,
  revision: string | null,
  paths: readonly string[],
): ImportSource | null {
  const commit = cachedCommit(folder, revision)
  if (commit === null) return null
  const tree = readTree(folder, commit)
  const files = present(snapshotFolder(folder, commit), paths).map(({ path, source }) => ({
    path,
    source,
    expected: tree?.get(path) ?? namedAfterHash(source),
  }))
  return { model: modelOfFolder(basename(folder)), commit, files, hasTree: tree !== null }
}

function readPlainFolder(folder: string, revision: string | null, paths: readonly string[]): ImportSource {
  const read = present(folder, paths).map((file) => ({
    ...file,
    record: readDownloadRecord(folder, file.path),
  }))
  const commits = new Set(read.flatMap(({ record }) => (record === null ? [] : [record.commit])))
  const [only = null] = commits.size === 1 ? commits : []
  const pinned = revision !== null && COMMIT.test(revision) ? revision : null
  const files = read.map(({ path, source, record }) => ({
    path,
    source,
    expected: record === null ? null : { bytes: null, hash: record.hash },
  }))
  return { model: modelOfFolder(basename(folder)), commit: pinned ?? only, files, hasTree: false }
}

function present(folder: string, paths: readonly string[]): readonly { path: string; source: string }[] {
  const files = paths.map((path) => ({ path, source: join(folder, ...path.split('/')) }))
  return files.filter(({ source }) => fileBytes(source) !== null)
}

/** What `hf download --local-dir` notes of a file: three lines, commit, etag and time; the etag is the hash. */
function readDownloadRecord(folder: string, name: string): { commit: string; hash: string } | null {
  const path = join(folder, '.cache/huggingface/download', `${name}.metadata`)
  if (fileBytes(path) === null) return null
  const [commit = '', hash = ''] = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  return COMMIT.test(commit) && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(hash) ? { commit, hash } : null
}

/** A commit for files of which nobody knows one: the same files give the same, and other files another. */
export function commitOfContents(files: readonly { readonly path: string; readonly hash: string }[]): string {
  const hash = createHash('sha1')
  for (const { path, hash: content } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(`${path}\0${content}\n`)
  }
  return hash.digest('hex')
}
