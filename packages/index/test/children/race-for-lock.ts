import { acquireSyncLock } from '../../src/index.js'

/**
 * Acquires the sync lock again and again until it was held `rounds` times. Writes when it has the lock and when it is
 * about to release it, with a clock that all processes of a machine share.
 */
const [folder = '', rounds = '1', crash = ''] = process.argv.slice(2)
const now = () => String(process.hrtime.bigint())
for (let held = 0; held < Number(rounds); ) {
  const outcome = await acquireSyncLock(folder, { waitMs: 5 })
  if (outcome.status === 'busy') continue
  held++
  const from = now()
  await new Promise((resolve) => setTimeout(resolve, 1))
  const intact = outcome.lock.isHeld()
  console.log(JSON.stringify({ from, to: now(), intact }))
  // A crash leaves the lock to be reclaimed by whoever comes next.
  if (crash === 'crash' && held === Number(rounds)) process.kill(process.pid, 'SIGKILL')
  outcome.lock.release()
}
