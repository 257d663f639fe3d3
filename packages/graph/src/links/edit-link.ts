import { displayPath, documentKey, formatPnkUri, sidecarPath } from '@pinakes/manifest'
import { editSidecar, readSidecar, type Sidecar, type SidecarEdit } from '@pinakes/sidecar'
import { GraphError } from '../errors.js'
import { type DocumentFile, findDocumentFile } from './document-file.js'
import { linkError, withRemedy } from './link-errors.js'
import { type LinkingKb, type ResolvedTarget, resolveTarget } from './resolve-target.js'

/** A link as somebody typed it. */
export interface LinkRequest {
  /** Path of the document that holds the link: from the root, or absolute inside the KB. */
  readonly source: string
  /** `pnk://…`, `<name of a linked KB>:<path>` or a path in this KB. */
  readonly target: string
  readonly rel: string
}

/** What was done about a link. */
export interface LinkOutcome {
  /** False where the sidecar already was as asked: nothing was written. */
  readonly written: boolean
  /** KB-relative path of the document that holds the link. */
  readonly document: string
  readonly docId: string
  /** KB-relative path of its sidecar. */
  readonly sidecar: string
  readonly rel: string
  readonly target: ResolvedTarget
}

/**
 * Adds one link to the sidecar of its source and touches nothing else; the same link twice is one. Safe beside a sync and
 * beside other edits of the file (see `editSidecar`).
 * @throws GraphError `LINK_REL_EMPTY`, `LINK_SELF`; what `resolveTarget` throws, in the order relation, source, target;
 * SidecarError. The sidecar is then as it was.
 */
export async function addLink(kb: LinkingKb, request: LinkRequest): Promise<LinkOutcome> {
  const link = checkLink(kb, request)
  if (link.isSelf) throw selfLink(link)
  const { rel, target } = link
  return apply(kb, link, [{ kind: 'add-link', to: target.uri, rel }])
}

/**
 * Removes a link from the sidecar of its source, every copy of it, and touches nothing else; what is not there is as
 * asked. A link of a document to itself, which {@link addLink} never writes, can be removed where somebody wrote one.
 * @throws as {@link addLink}
 */
export async function removeLink(kb: LinkingKb, request: LinkRequest): Promise<LinkOutcome> {
  const link = checkHeldLink(kb, request)
  const { target } = link
  const rels = relationsToRemove(link, request.rel)
  if (link.isSelf && rels.length === 0) throw selfLink(link)
  const edits = rels.map((rel): SidecarEdit => ({ kind: 'remove-link', to: target.uri, rel }))
  return apply(kb, link, edits)
}

interface CheckedLink {
  readonly source: DocumentFile
  readonly sidecar: Sidecar
  readonly target: ResolvedTarget
  /** Without blanks around it. */
  readonly rel: string
  readonly isSelf: boolean
}

function checkLink(kb: LinkingKb, request: LinkRequest): CheckedLink {
  const rel = request.rel.trim()
  if (rel === '') throw emptyRelation()
  const { root, manifest } = kb
  const source = findDocumentFile({ root, path: request.source, end: 'source' })
  const target = resolveTarget(kb, request.target)
  const { sidecar } = readSidecar(source.sidecar, manifest.kb.id)
  const isSelf = target.to.kb === manifest.kb.id && target.to.doc === sidecar.id
  return { source, sidecar, target, rel, isSelf }
}

/** As {@link checkLink}; a target that is gone may be what the link is to be removed for. */
function checkHeldLink(kb: LinkingKb, request: LinkRequest): CheckedLink {
  try {
    return checkLink(kb, request)
  } catch (error) {
    if (!(error instanceof GraphError) || error.code !== 'LINK_TARGET_MISSING') throw error
    throw withRemedy(
      error,
      'A document that is gone is named by its pnk:// URI, as the sidecar of the source has it.',
    )
  }
}

/** The held relations that are meant: of exactly this spelling, else those that differ in blanks around them alone. */
function relationsToRemove({ sidecar, target, rel }: CheckedLink, asTyped: string): string[] {
  const held = [
    ...new Set(sidecar.links.filter(({ to }) => formatPnkUri(to) === target.uri).map((link) => link.rel)),
  ]
  const exact = held.filter((each) => each === rel || each === asTyped)
  return exact.length > 0 ? exact : held.filter((each) => each.trim() === rel)
}

async function apply(
  { root, manifest }: LinkingKb,
  { source, sidecar, target, rel }: CheckedLink,
  edits: readonly SidecarEdit[],
): Promise<LinkOutcome> {
  const options = { owner: manifest.kb.id, kbRoot: root }
  const written = edits.length > 0 && (await editSidecar(source.sidecar, edits, options)).changed
  return {
    written,
    document: source.key,
    docId: sidecar.id,
    sidecar: documentKey(root, source.sidecar) ?? sidecarPath(source.key),
    rel,
    target,
  }
}

function emptyRelation(): Error {
  return linkError({
    code: 'LINK_REL_EMPTY',
    message: 'the relation is empty',
    remedy: 'Say how the documents relate, for example --rel cites.',
  })
}

function selfLink({ source, target, sidecar }: CheckedLink): Error {
  const sameFile = target.path === source.key
  const why =
    target.path === null || sameFile
      ? 'source and target are the same document'
      : `source ${displayPath(source.key)} and target ${displayPath(target.path)} share the id ${sidecar.id}`
  return linkError({
    code: 'LINK_SELF',
    message: `a document is not linked to itself: ${why}`,
    remedy:
      target.path === null || sameFile
        ? 'Name another document as the target.'
        : 'One sidecar is a copy of the other: delete the one of the copied document, then run `pnk sync`, which gives it an id of its own.',
    details: { id: sidecar.id, source: source.key, target: target.path },
  })
}
