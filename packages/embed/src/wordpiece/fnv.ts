/** FNV-1a, 32 bits, over UTF-16 code units: it extends by one unit at a time, so every prefix of a word is hashed in one pass. */
export const FNV_SEED = 0x811c9dc5 | 0
const FNV_PRIME = 16777619

/** The hash extended by one unit; a signed 32-bit number. */
export function fnvExtend(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME)
}

/** The first slot to look in: FNV's low bits are weak, so high ones are folded in. `mask` is slots - 1. */
export function fnvSlot(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask
}
