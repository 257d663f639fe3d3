import { createHash, type Hash } from 'node:crypto'
import {
  childKey,
  type DirectoryListing,
  isDirectoryMode,
  isListing,
  isNeverWalked,
  isRacy,
  type Tree,
  VALUES_PER_ENTRY,
} from '@pinakes/manifest'

/** What a tree looks like from outside, without a look into any file. */
export interface TreeSignature {
  /** Hex SHA-256 over every name, and over mode, size, times and inode of everything but directories. */
  readonly digest: string
  /** Whether every file was quiet for so long that a later change has to show in the signature. */
  readonly isSafe: boolean
}

/**
 * The signature of the real directories below `roots`, or null if one of them could not be read. `takenMs` is the clock
 * just before the tree was read.
 */
export function treeSignature(tree: Tree, roots: readonly string[], takenMs: number): TreeSignature | null {
  const hash = createHash('sha256')
  let isSafe = true
  const pending = [...roots]
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    const listing = tree.listing(key)
    if (!isListing(listing) || listing.undecodable.length > 0 || listing.vanished.length > 0) return null
    const { numbers, below, isQuiet } = lookAt(listing, takenMs)
    isSafe = isSafe && isQuiet
    addTo(hash, `${key}/\0${listing.names.join('\0')}`, numbers)
    for (const name of below) pending.push(childKey(key, name))
  }
  return { digest: hash.digest('hex'), isSafe }
}

/** No name holds a NUL byte, and the length comes first: two different trees never feed the hash the same bytes. */
function addTo(hash: Hash, names: string, numbers: readonly number[]): void {
  hash.update(`${Buffer.byteLength(names)} ${numbers.length}\n`).update(names)
  hash.update(new Uint8Array(Float64Array.from(numbers).buffer))
}

interface DirectoryLook {
  readonly numbers: readonly number[]
  /** Names of the directories to go on with. */
  readonly below: readonly string[]
  readonly isQuiet: boolean
}

function lookAt({ names, values, targets }: DirectoryListing, takenMs: number): DirectoryLook {
  const numbers: number[] = []
  const below: string[] = []
  let isQuiet = true
  for (let i = 0, at = 0; i < names.length; i++, at += VALUES_PER_ENTRY) {
    const mode = values[at] ?? 0
    const mtimeMs = values[at + 2] ?? 0
    const ctimeMs = values[at + 3] ?? 0
    if (isDirectoryMode(mode)) {
      // The times of a directory change with its names, and those are in the signature.
      numbers.push(mode)
      const name = names[i] ?? ''
      if (!isNeverWalked(name)) below.push(name)
      continue
    }
    numbers.push(mode, values[at + 1] ?? 0, mtimeMs, ctimeMs, values[at + 4] ?? 0)
    isQuiet = isQuiet && !isRacy(mtimeMs, ctimeMs, takenMs)
  }
  for (const [index, target] of targets) {
    numbers.push(index)
    if (target === null) continue
    numbers.push(target.mode, target.size, target.mtimeMs, target.ctimeMs, target.ino)
    isQuiet = isQuiet && !isRacy(target.mtimeMs, target.ctimeMs, takenMs)
  }
  return { numbers, below, isQuiet }
}
