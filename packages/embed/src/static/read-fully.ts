import { readSync } from 'node:fs'

/**
 * Fills `target` from byte `position` of an open file.
 * @throws RangeError if the file ends before
 */
export function readFully(descriptor: number, target: Uint8Array, position: number): void {
  let done = 0
  while (done < target.length) {
    const count = readSync(descriptor, target, done, target.length - done, position + done)
    if (count === 0) throw new RangeError(`the file ends at byte ${position + done}`)
    done += count
  }
}
