import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import { resolvePath } from './resolve-path.js'
import { displayPath } from './text.js'

/** The manifest's file name; a directory that holds it is a KB. */
export const MANIFEST_NAME = 'pinakes.toml'
/** Appended to a document's whole file name, never substituted for its suffix. */
export const SIDECAR_SUFFIX = '.pnk.yaml'
/** The directory of derived state, below the KB root; never committed. */
export const STATE_DIR_NAME = '.pinakes'

/** Where everything of a KB lies; absolute paths. Only the manifest has to exist. */
export interface KbPaths {
  readonly root: string
  readonly manifest: string
  readonly gitignore: string
  readonly stateDir: string
  readonly index: string
  /** The index of a rebuild, before it is swapped in. */
  readonly newIndex: string
  readonly lock: string
  readonly ledger: string
  readonly cacheDir: string
  /** Entries of the extraction cache: `<hex>-<fingerprint>.json`. */
  readonly extractCacheDir: string
  /** Pages of unfinished paid extractions. */
  readonly partialCacheDir: string
  /** Transcripts of deep answers. */
  readonly deepDir: string
  readonly evalDir: string
}

/** The paths of the KB at `root`. Touches no file. */
export function kbPaths(root: string): KbPaths {
  const stateDir = join(root, STATE_DIR_NAME)
  const cacheDir = join(stateDir, 'cache')
  const extractCacheDir = join(cacheDir, 'extract')
  return {
    root,
    manifest: join(root, MANIFEST_NAME),
    gitignore: join(root, '.gitignore'),
    stateDir,
    index: join(stateDir, 'index.db'),
    newIndex: join(stateDir, 'index.db.new'),
    lock: join(stateDir, 'sync.lock'),
    ledger: join(stateDir, 'ledger.jsonl'),
    cacheDir,
    extractCacheDir,
    partialCacheDir: join(extractCacheDir, 'partial'),
    deepDir: join(stateDir, 'deep'),
    evalDir: join(root, 'eval'),
  }
}

/**
 * The key of a document: its path below `root`, `/` between names, `.` and `..` collapsed by name alone. Symbolic
 * links are never resolved, since another key is another document. A relative `path` is taken from `root`.
 * Null for the root itself and for anything outside of it.
 */
export function documentKey(root: string, path: string): string | null {
  const key = relative(root, resolve(root, path))
  if (key === '' || key === '..' || key.startsWith(`..${sep}`) || isAbsolute(key)) return null
  return sep === '/' ? key : key.replaceAll(sep, '/')
}

/** The sidecar of a document, by path or by key. */
export function sidecarPath(document: string): string {
  return document + SIDECAR_SUFFIX
}

/** The document a sidecar belongs to, or null if `path` does not end in the suffix after a non-empty name. */
export function documentOfSidecar(path: string): string | null {
  if (!path.endsWith(SIDECAR_SUFFIX)) return null
  const document = path.slice(0, -SIDECAR_SUFFIX.length)
  return document === '' || document.endsWith('/') || document.endsWith(sep) ? null : document
}

/**
 * Whether `relative`, joined to `base`, lies at or below `anchor` once its parent is resolved through symbolic
 * links. Parts may be missing. The last component stays as named, so a link that is itself the document counts
 * by where it stands; a last `..` is resolved. Glob characters are ordinary characters here.
 * @throws ManifestError `PATH_UNRESOLVABLE`: never answers false for what it could not resolve.
 */
export function landsInside(anchor: string, base: string, relative: string): boolean {
  const joined = isAbsolute(relative) ? relative : `${base}${sep}${relative}`
  return isAtOrBelow(resolvePath(anchor), resolveParent(joined))
}

/**
 * Whether `path` leads to a place at or below `root` once every symbolic link is followed, the last one too: whether
 * reading it stays inside. Parts may be missing.
 * @throws ManifestError `PATH_UNRESOLVABLE`
 */
export function leadsInside(root: string, path: string): boolean {
  return isAtOrBelow(resolvePath(root), resolvePath(path))
}

/** `path` with its parent resolved and its last component kept, unless that is `..`. */
export function resolveParent(path: string): string {
  const trimmed = trimSeparators(path)
  const leaf = basename(trimmed)
  if (leaf === '' || leaf === '..' || leaf.includes('\0')) return resolvePath(trimmed)
  return join(resolvePath(dirname(trimmed)), leaf)
}

/** Whether `path` is `anchor` or below it, by name alone; both absolute and normalised. */
export function isAtOrBelow(anchor: string, path: string): boolean {
  const rest = relative(anchor, path)
  return rest === '' || !(rest === '..' || rest.startsWith(`..${sep}`) || isAbsolute(rest))
}

const TRAILING = sep === '\\' ? /[\\/]+\.?$/ : /\/+\.?$/

/** Drops trailing separators and `.` components, which name nothing of their own. */
function trimSeparators(path: string): string {
  const root = parse(path).root
  let trimmed = path
  while (trimmed.length > root.length && TRAILING.test(trimmed)) trimmed = trimmed.replace(TRAILING, '')
  return trimmed.length < root.length ? root : trimmed
}

/**
 * `text`, a message for people, with every path below the KB `root` written relative to it: where the KB lies is no
 * part of what happened in it, and the message may be kept for as long as the index.
 */
export function relativePaths(root: string, text: string): string {
  const shown = displayPath(root)
  if (shown.endsWith(sep)) return text
  return text
    .split(shown + sep)
    .reduce((before, after) =>
      /(?:^|[\s"'`(])$/.test(before) ? before + after : before + shown + sep + after,
    )
}
