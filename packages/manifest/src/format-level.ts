import { quote } from './quote.js'
import { describeToml, isTomlTable, type TomlTable } from './toml-value.js'

/** The format that this package implements, and what a manifest's `requires_pinakes` is compared with. */
export const FORMAT_LEVEL = '0.27.2'

/** Why the floor of a manifest is not met. */
export interface FloorFault {
  readonly code: 'MANIFEST_TOO_NEW' | 'MANIFEST_INVALID'
  readonly message: string
  readonly remedy: string
}

/**
 * What is wrong with `[kb] requires_pinakes` of a raw manifest, or null. Runs before anything else is checked, since
 * a newer format may hold keys that this one would call unknown. Silent where there is no `[kb]` table.
 */
export function checkFloor(manifest: TomlTable): FloorFault | null {
  const kb = manifest.kb
  if (!isTomlTable(kb) || !Object.hasOwn(kb, 'requires_pinakes')) return null
  const floor = kb.requires_pinakes
  if (typeof floor !== 'string' || !floor.startsWith('>=')) {
    const found = typeof floor === 'string' ? quote(floor) : describeToml(floor ?? '')
    return unreadable(`only a floor is supported, a string like ">=${FORMAT_LEVEL}"; found ${found}`)
  }
  const wanted = parseLevel(floor.slice(2))
  if (!wanted) return unreadable(`${quote(floor)} cannot be read: expected ">=" and numbers joined by dots`)
  if (compareLevels(wanted, parseLevel(FORMAT_LEVEL) ?? []) <= 0) return null
  return {
    code: 'MANIFEST_TOO_NEW',
    message: `requires_pinakes = ${quote(floor)}, but this edition implements format level ${FORMAT_LEVEL}`,
    remedy: 'Update Pinakes, or lower requires_pinakes if the KB uses nothing newer.',
  }
}

function unreadable(why: string): FloorFault {
  return {
    code: 'MANIFEST_INVALID',
    message: `requires_pinakes: ${why}`,
    remedy: `Write it like requires_pinakes = ">=${FORMAT_LEVEL}", without spaces, or remove it.`,
  }
}

/** Numbers of a level such as `0.27.2`; null unless it is dot-separated runs of 1 to 32 ASCII digits. */
function parseLevel(text: string): bigint[] | null {
  const parts = text.split('.')
  return parts.every((part) => /^[0-9]{1,32}$/.test(part)) ? parts.map(BigInt) : null
}

/** Numeric; the shorter level is padded with zeros. */
function compareLevels(a: readonly bigint[], b: readonly bigint[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0n) - (b[i] ?? 0n)
    if (difference !== 0n) return difference > 0n ? 1 : -1
  }
  return 0
}
