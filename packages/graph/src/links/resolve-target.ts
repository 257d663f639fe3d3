import { formatPnkUri, isPinakesError, type Manifest, type ResolvedUri } from '@pinakes/manifest'
import { readSidecar } from '@pinakes/sidecar'
import { GraphError } from '../errors.js'
import { openPartner } from '../scan/open-partner.js'
import { type DocumentRequest, findDocumentFile } from './document-file.js'
import { linkError, withRemedy } from './link-errors.js'
import { aliasHint, type LinkTarget, readTarget } from './link-target.js'

/** The KB that is linked from. */
export interface LinkingKb {
  /** Resolved root. */
  readonly root: string
  readonly manifest: Pick<Manifest, 'kb' | 'links'>
}

/** What a link leads to. */
export interface ResolvedTarget {
  readonly to: ResolvedUri
  /** `pnk://<kb>/<document>` */
  readonly uri: string
  /** Path in its KB; null for a target that was given as a URI. */
  readonly path: string | null
  /** Name of the linked KB whose path it is; null for a document here, and for URIs. */
  readonly alias: string | null
}

/**
 * The document that a target names. The one of a URI need not be anywhere; that of a path has to be there with its
 * sidecar, which tells its id. Opens no index, writes nothing.
 * @throws ManifestError `URI_INVALID`; what `findDocumentFile` and `openPartner` throw; SidecarError for a sidecar of
 * this KB, GraphError `LINKED_SIDECAR_UNREADABLE` for one of a linked KB
 */
export function resolveTarget({ root, manifest }: LinkingKb, text: string): ResolvedTarget {
  const { kb, links } = manifest
  const target = readTarget(text, links.kb)
  switch (target.kind) {
    case 'uri':
      return resolved(target.uri.resolve(kb.id), null, null)
    case 'linked':
      return linkedTarget(root, target)
    case 'here': {
      const { key, sidecar } = findHere({ root, path: target.path, end: 'target' }, aliasHint(text, links.kb))
      return resolved({ kb: kb.id, doc: readSidecar(sidecar, kb.id).sidecar.id }, key, null)
    }
  }
}

function findHere(request: DocumentRequest, hint: string | null) {
  try {
    return findDocumentFile(request)
  } catch (error) {
    if (hint !== null && error instanceof GraphError) throw withRemedy(error, hint)
    throw error
  }
}

function linkedTarget(root: string, { kb, path }: LinkTarget & { readonly kind: 'linked' }): ResolvedTarget {
  const partner = openPartner(root, kb)
  const { key, sidecar } = findDocumentFile({ root: partner.root, path, end: 'target' })
  try {
    const { id } = readSidecar(sidecar, kb.id).sidecar
    return resolved({ kb: kb.id, doc: id }, key, kb.name)
  } catch (error) {
    if (!isPinakesError(error)) throw error
    throw linkError(
      {
        code: 'LINKED_SIDECAR_UNREADABLE',
        message: `the target's sidecar cannot be read: ${error.message}`,
        remedy: error.remedy,
        details: { path: sidecar },
        cause: error,
      },
      'target',
    )
  }
}

function resolved(to: ResolvedUri, path: string | null, alias: string | null): ResolvedTarget {
  return { to, uri: formatPnkUri(to), path, alias }
}
