import { findKbRoot, isPinakesError, loadManifest, quote } from '@pinakes/manifest'
import { type OpenKbOptions, openKb } from '@pinakes/retrieve'
import { ServeError } from '../errors.js'
import type { ServedKb, ServedKbs } from './served-kb.js'

/**
 * The knowledge bases at `paths`, to be served together; for no path, the one around the current directory. Their
 * manifests are read; indexes and models are opened by the first request that needs them. Close it when done.
 *
 * @throws ServeError `SERVE_NO_KB`, `SERVE_DUPLICATE_KB`; ManifestError for a path that is no knowledge base
 */
export async function openKbs(paths: readonly string[], options: OpenKbOptions = {}): Promise<ServedKbs> {
  const all: ServedKb[] = []
  try {
    for (const root of paths.length === 0 ? [nearestRoot()] : paths.map(findKbRoot)) {
      all.push({ kb: await openKb(root, options), manifest: loadManifest(root) })
    }
    checkDistinct(all)
  } catch (error) {
    await closeAll(all)
    throw error
  }
  return {
    all,
    find: (name) => (name === undefined ? first(all) : named(all, name)),
    byId: (id) => all.find(({ kb }) => kb.id === id),
    close: () => closeAll(all),
  }
}

function nearestRoot(): string {
  try {
    return findKbRoot('.')
  } catch (error) {
    if (!isPinakesError(error, 'KB_NOT_FOUND')) throw error
    throw new ServeError({
      code: 'SERVE_NO_KB',
      message: `There is no knowledge base to serve: ${error.message}`,
      remedy: 'Name one: `pnk serve PATH`, or create one with `pnk init PATH`.',
      cause: error,
    })
  }
}

/** A name or id that two share would make `kb` mean either. */
function checkDistinct(all: readonly ServedKb[]): void {
  const taken = new Map<string, ServedKb>()
  for (const served of all) {
    const { name, id, root } = served.kb
    for (const key of new Set([name, id])) {
      const other = taken.get(key)
      if (other !== undefined) throw duplicate(key, [other.kb.root, root])
      taken.set(key, served)
    }
  }
}

function duplicate(key: string, roots: readonly [string, string]): ServeError {
  const [one, other] = roots
  const what = one === other ? `${one} is named twice` : `${one} and ${other} are both called ${quote(key)}`
  return new ServeError({
    code: 'SERVE_DUPLICATE_KB',
    message: `Two knowledge bases with one name or id cannot be served together: ${what}`,
    remedy:
      one === other ? 'Name it once.' : 'Change [kb] name in one of the manifests, or serve them apart.',
    details: { key, roots },
  })
}

function first([one]: readonly ServedKb[]): ServedKb {
  if (one === undefined) throw new TypeError('a server without a knowledge base')
  return one
}

function named(all: readonly ServedKb[], name: string): ServedKb {
  const found = all.find(({ kb }) => kb.name === name) ?? all.find(({ kb }) => kb.id === name)
  if (found !== undefined) return found
  const served = all.map(({ kb }) => kb.name)
  throw new ServeError({
    code: 'SERVE_UNKNOWN_KB',
    message: `No knowledge base called ${quote(name)} is served here; served: ${served.map((one) => quote(one)).join(', ')}`,
    remedy:
      'Pass the exact name or id of a served knowledge base as kb (pinakes_list_kbs lists them), never a path; leave it out for the first.',
    details: { kb: name, served },
  })
}

async function closeAll(all: readonly ServedKb[]): Promise<void> {
  await Promise.all(all.map(({ kb }) => kb.close()))
}
