import { type LinkedKb, type PnkUri, parsePnkUri, quote } from '@pinakes/manifest'

/** What a link's target was typed as. */
export type LinkTarget =
  | { readonly kind: 'uri'; readonly uri: PnkUri }
  /** A document of a linked KB; `path` may be empty. */
  | { readonly kind: 'linked'; readonly kb: LinkedKb; readonly path: string }
  /** A document of this KB. */
  | { readonly kind: 'here'; readonly path: string }

/**
 * How `text` names a target: what begins with `pnk://` is a URI; what begins with the name of a linked KB and a colon is
 * a path over there (of names that begin alike, the longest); everything else is a path here, `./name:x` too.
 * @throws ManifestError `URI_INVALID`
 */
export function readTarget(text: string, linked: readonly LinkedKb[]): LinkTarget {
  if (text.startsWith('pnk://')) return { kind: 'uri', uri: parsePnkUri(text) }
  const [kb] = linked
    .filter(({ name }) => text.startsWith(`${name}:`))
    .sort((a, b) => b.name.length - a.name.length)
  if (kb !== undefined) return { kind: 'linked', kb, path: text.slice(kb.name.length + 1) }
  return { kind: 'here', path: text }
}

/** What to say when a target with a colon is no document here: it may have been meant as one of another KB. */
export function aliasHint(text: string, linked: readonly LinkedKb[]): string | null {
  const colon = text.indexOf(':')
  if (colon === -1) return null
  const declared =
    linked.length === 0
      ? 'none is declared'
      : `declared are ${linked.map(({ name }) => quote(name)).join(', ')}`
  return `${quote(text.slice(0, colon))} is no linked KB of [[links.kb]] in pinakes.toml: ${declared}.`
}
