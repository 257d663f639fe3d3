import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `nobody`. */
const USER = 65534

/**
 * Runs `body` without the superuser's right to read everything, so that permissions mean something. Below `root`
 * everything is given to that user first. For a plain user it just runs.
 */
export async function unprivileged<T>(root: string, body: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid, setegid } = process
  if (geteuid === undefined || seteuid === undefined || setegid === undefined || geteuid() !== 0)
    return body()
  giveAway(root)
  setegid(USER)
  seteuid(USER)
  try {
    return await body()
  } finally {
    seteuid(0)
    setegid(0)
  }
}

function giveAway(path: string): void {
  lchownSync(path, USER, USER)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveAway(join(path, name))
}
