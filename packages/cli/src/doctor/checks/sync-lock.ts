import { readLock, type SyncLockState } from '@pinakes/index'
import { displayPath } from '@pinakes/manifest'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'sync lock'

/** Nobody holds the lock, or who does. */
export const syncLockCheck: DoctorCheck = {
  name: NAME,
  needs: 'nothing',
  run(context) {
    const lock = readLock(context.paths.stateDir)
    return lock === null ? ok(NAME, 'free') : heldLock(lock)
  },
}

const REMEDIES: Readonly<Record<SyncLockState['verdict'], string>> = {
  alive: 'wait for that sync to end',
  dead: 'pnk sync: it takes the lock over',
  abandoned: 'pnk sync: it takes the lock over',
  unreadable: 'run pnk doctor again in a few seconds',
  foreign: 'wait for that sync to end; if that computer is dead: pnk sync --force-unlock',
}

/** The row for a lock that is there; a stamp is shown and never compared with a clock. */
function heldLock({ record, verdict }: SyncLockState): CheckResult {
  if (record === null) return warn(NAME, 'held, by a file that does not say who', REMEDIES[verdict])
  const { pid, host, started } = record
  const holder = `pid ${pid} on ${displayPath(host)}, started ${displayPath(started)}`
  return warn(NAME, `${verdict === 'dead' ? 'left behind by' : 'held by'} ${holder}`, REMEDIES[verdict])
}
