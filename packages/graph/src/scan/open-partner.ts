import { lstatSync, type Stats, statSync } from 'node:fs'
import {
  displayPath,
  isPinakesError,
  kbPaths,
  type LinkedKb,
  loadPartnerManifest,
  type PartnerManifest,
  quote,
  resolveLinkedKb,
  systemErrorCode,
} from '@pinakes/manifest'
import { GraphError } from '../errors.js'

/** Another KB that is where `[[links.kb]]` says, and is the one that it says. */
export interface Partner {
  /** Its name in `[[links.kb]]`. */
  readonly alias: string
  /** Its resolved root. */
  readonly root: string
  readonly manifest: PartnerManifest
}

/**
 * The linked KB that an entry of the KB at `root` means. Reads its `pinakes.toml`, opens no index and takes no lock.
 * @throws GraphError `LINKED_KB_UNREACHABLE`, whose `cause` is a ManifestError if that file is at fault;
 * `LINKED_KB_ID_MISMATCH`
 */
export function openPartner(root: string, { id, name, path }: LinkedKb): Partner {
  const place = resolveLinkedKb(root, path)
  if ('unresolvable' in place) throw unreachable(path, place.unresolvable, correctPath(name))
  checkPlace(place.path, path, name)
  const manifest = readManifest(place.path)
  if (manifest.id !== id) throw mismatch(place.path, id, manifest.id)
  return { alias: name, root: place.path, manifest }
}

function checkPlace(directory: string, declared: string, name: string): void {
  const shown = displayPath(directory)
  const found = look(directory)
  if (found === null) throw unreachable(directory, `${shown} does not exist`, bringHere(name))
  if (typeof found === 'string')
    throw unreachable(directory, `${shown} cannot be looked at (${found})`, ACCESS)
  if (!found.isDirectory()) {
    throw unreachable(directory, `${shown}, for ${quote(declared)}, is not a directory`, correctPath(name))
  }
  const manifest = kbPaths(directory).manifest
  const file = look(manifest)
  if (typeof file === 'string') {
    throw unreachable(directory, `${displayPath(manifest)} cannot be looked at (${file})`, ACCESS)
  }
  if (file === null) {
    const why = isLink(manifest)
      ? `${displayPath(manifest)} is a symbolic link that leads nowhere`
      : `${shown} is no knowledge base: it has no pinakes.toml`
    throw unreachable(directory, why, bringHere(name))
  }
  if (!file.isFile()) {
    throw unreachable(directory, `${displayPath(manifest)} is not a regular file`, bringHere(name))
  }
}

/** Null where there is nothing, the code of the file system where nobody may look. */
function look(path: string): Stats | string | null {
  try {
    return statSync(path)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    return code === 'ENOENT' ? null : code
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function readManifest(directory: string): PartnerManifest {
  try {
    return loadPartnerManifest(directory)
  } catch (error) {
    if (!isPinakesError(error)) throw error
    throw unreachable(directory, error.message, 'Correct that pinakes.toml over there.', error)
  }
}

const ACCESS = 'Give yourself read permission over there, then run `pnk sync --scan-links`.'

function correctPath(name: string): string {
  return `Correct the path of ${quote(name)} in [[links.kb]] of pinakes.toml.`
}

function bringHere(name: string): string {
  return `Put the knowledge base there, or correct the path of ${quote(name)} in [[links.kb]] of pinakes.toml.`
}

function unreachable(path: string, message: string, remedy: string, cause?: unknown): GraphError {
  return new GraphError({
    code: 'LINKED_KB_UNREACHABLE',
    message,
    remedy,
    details: { path },
    ...(cause === undefined ? {} : { cause }),
  })
}

function mismatch(path: string, declared: string, found: string): GraphError {
  return new GraphError({
    code: 'LINKED_KB_ID_MISMATCH',
    message: `${displayPath(path)} is another knowledge base than declared: its id is ${found}, not ${declared}`,
    remedy: 'Correct `id` or `path` of that entry in [[links.kb]] of pinakes.toml.',
    details: { path, declared, found },
  })
}
