import { availableParallelism } from 'node:os'

/** Above this the small matrices of a sentence encoder gain nothing from another thread. */
const MOST_THREADS = 8

/**
 * How many threads one operator may use on a machine of `cores` logical processors: all of up to four, then half of
 * them, since two logical processors of a core share the units that multiply; at most 8.
 */
export function operatorThreads(cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(cores, MOST_THREADS, Math.max(4, cores >> 1)))
}
