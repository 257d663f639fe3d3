import type { ScanMemory } from './scan-memory.js'

/**
 * Sets the mask of a scan over `rows` rows and returns what the kernel takes for it: its place, or 0 when every row
 * may be found. Rows beyond the end of `allowed` are left out.
 */
export type SetMask = (allowed: Uint8Array | undefined, rows: number) => number

export function rowMask({ memory, allowed: place }: ScanMemory, capacity: number): SetMask {
  const mask = new Uint8Array(memory.buffer, place, capacity)
  return (allowed, rows) => {
    if (allowed === undefined) return 0
    const given = Math.min(rows, allowed.length)
    mask.set(allowed.subarray(0, given))
    mask.fill(0, given, rows)
    return place
  }
}
