import { acquireSyncLock } from '../../src/index.js'

/**
 * Acquires the sync lock in the folder named on the command line and tells how that went; with `hold` it keeps the lock
 * until it is killed or standard input ends.
 */
const [folder = '', how] = process.argv.slice(2)
const notices: string[] = []
const outcome = await acquireSyncLock(folder, { onNotice: (message) => notices.push(message) })
console.log(JSON.stringify({ status: outcome.status, notices, pid: process.pid }))
if (outcome.status === 'acquired') {
  const { lock } = outcome
  if (how === 'hold') {
    process.stdin.on('end', () => lock.release())
    process.stdin.resume()
  } else {
    lock.release()
  }
}
