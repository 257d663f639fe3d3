import { ManifestError } from './manifest-error.js'
import { quote } from './quote.js'
import { type DocUlid, isUlid, type KbUlid } from './ulid.js'

/** A link target with both ids known: the only form that may be written. */
export interface ResolvedUri {
  readonly kb: KbUlid
  readonly doc: DocUlid
}

/**
 * A parsed `pnk://` link. It has no string form, since `self` means another KB in another file: resolve it against
 * the KB that owns the file, then format that.
 */
export interface PnkUri {
  /** Null for `self`. */
  readonly kb: KbUlid | null
  readonly doc: DocUlid
  /** The link's own KB, or `owner` where the link says `self`. */
  resolve(owner: KbUlid): ResolvedUri
}

const URI = /^pnk:\/\/([^/]+)\/([^/]+)$/

/**
 * Reads `pnk://<kb>/<document>`; `<kb>` is a KB id or `self` in any case.
 * @throws ManifestError `URI_INVALID`: another scheme or shape, an alias in place of the KB id, an id that is none.
 */
export function parsePnkUri(text: string): PnkUri {
  const parts = URI.exec(text)
  if (!parts) throw invalid(text, 'expected pnk://<kb id or self>/<document id>')
  const [, kbText = '', docText = ''] = parts
  const kb = parseKb(text, kbText)
  if (!isUlid<'document'>(docText)) {
    throw invalid(text, `${quote(docText)} is not a document id (a ULID in upper case)`)
  }
  const doc = docText
  return { kb, doc, resolve: (owner) => ({ kb: kb ?? owner, doc }) }
}

/** `pnk://<kb>/<document>`: the one spelling of a resolved link. */
export function formatPnkUri(uri: ResolvedUri): string {
  return `pnk://${uri.kb}/${uri.doc}`
}

function parseKb(uri: string, text: string): KbUlid | null {
  if (text.toLowerCase() === 'self') return null
  if (isUlid<'kb'>(text)) return text
  throw invalid(
    uri,
    `${quote(text)} is neither a KB id (a ULID in upper case) nor \`self\`; aliases live in [[links.kb]] and are never written into a link`,
  )
}

function invalid(uri: string, why: string): ManifestError {
  return new ManifestError({
    code: 'URI_INVALID',
    message: `${quote(uri)} is not a link: ${why}`,
    remedy: 'Write pnk://<kb id>/<document id>, or pnk://self/<document id> inside the same KB.',
    details: { found: uri },
  })
}
