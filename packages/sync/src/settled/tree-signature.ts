import { createHash } from 'node:crypto'
import { childKey } from '../walk/read-directory.js'
import { isRacy } from '../walk/stamps.js'
import { isListing, isWalked, type Tree } from '../walk/tree.js'

/** What a tree looks like from outside, without a look into any file. */
export interface TreeSignature {
  /** Hex SHA-256 over every name, and over size, times and inode of everything but directories. */
  readonly digest: string
  /** Whether every file was quiet for so long that a later change has to show in the signature. */
  readonly isSafe: boolean
}

/**
 * The signature of the real directories below `roots`, or null if one of them could not be read. `takenMs` is the clock
 * just before the tree was read.
 */
export function treeSignature(tree: Tree, roots: readonly string[], takenMs: number): TreeSignature | null {
  const names: string[] = []
  const numbers: number[] = []
  let isSafe = true
  const pending = [...roots]
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    const listing = tree.listing(key)
    if (!isListing(listing) || listing.undecodable.length > 0 || listing.vanished.length > 0) return null
    names.push(`${key}/`)
    for (const { name, stats, target } of listing.entries) {
      names.push(name)
      if (stats.isDirectory()) {
        if (isWalked(name, stats)) pending.push(childKey(key, name))
        continue
      }
      numbers.push(stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino)
      isSafe = isSafe && !isRacy(stats, takenMs)
      if (target === stats || target === null) continue
      numbers.push(target.mode, target.size, target.mtimeMs, target.ctimeMs, target.ino)
      isSafe = isSafe && !isRacy(target, takenMs)
    }
  }
  const digest = createHash('sha256')
    // No name holds a NUL byte, so the join is unambiguous.
    .update(names.join('\0'))
    .update(new Uint8Array(Float64Array.from(numbers).buffer))
    .digest('hex')
  return { digest, isSafe }
}
