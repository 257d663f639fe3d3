import { compareCodePoints } from '@pinakes/manifest'
import type { JsonValue, NewSidecar } from './contracts.js'
import { blockMapLines, type Entries, MINTED_STYLE } from './emit.js'
import { SidecarError } from './errors.js'
import { KNOWN_KEYS } from './known-fields.js'

/**
 * The text of a new sidecar: known keys in their fixed order, then the others sorted by code point; empty values
 * left out; block style, lists at their parent's column, LF, final line break.
 * @throws SidecarError `SIDECAR_BAD_EDIT` if `extra` holds a known key.
 */
export function mintText(fresh: NewSidecar): string {
  return `${blockMapLines(mintedEntries(fresh), MINTED_STYLE).join('\n')}\n`
}

function mintedEntries(fresh: NewSidecar): Entries {
  const known: Entries = [
    ['id', fresh.id],
    ['title', fresh.title],
    ['tags', fresh.tags ?? null],
    ['created', fresh.created],
    ['links', fresh.links?.map(({ to, rel }) => ({ to, rel })) ?? null],
    ['provenance', fresh.provenance ?? null],
  ]
  const extra = Object.entries(fresh.extra ?? {}).sort(([a], [b]) => compareCodePoints(a, b))
  const clash = extra.find(([key]) => KNOWN_KEYS.some((known) => known === key))
  if (clash) throw knownKey(clash[0])
  return [...known.filter(([, value]) => !isEmpty(value)), ...extra]
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function knownKey(key: string): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_BAD_EDIT',
    message: `\`${key}\` is a key of the format and cannot be one of the user's own`,
    remedy: `Give the value as the sidecar's \`${key}\`, or under another name.`,
    details: { key },
  })
}
