import { availableParallelism, loadavg } from 'node:os'

/** Above this the small matrices of a sentence encoder gain nothing from another thread. */
const MOST_THREADS = 8

/**
 * How many threads one operator may use on a machine of `cores` logical processors: all of up to four, then half of
 * them, since two logical processors of a core share the units that multiply; at most 8.
 */
export function operatorThreads(cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(cores, MOST_THREADS, Math.max(4, cores >> 1)))
}

/**
 * Whether threads without work may keep their processor busy until there is some. That saves waking them, a few per
 * cent of a batch; where other work wants the processor it costs it 40 % more time (tools/bench/onnx). `load` is the
 * average number of running processes of the last minute, 0 where the system does not tell.
 */
export function threadsMaySpin(load: number = loadavg()[0] ?? 0, cores = availableParallelism()): boolean {
  return load < cores / 2
}

/** The options of ONNX Runtime for a session on the processor; both packages of transformers.js hand them on. */
export function sessionOptions() {
  return {
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    interOpNumThreads: 1,
    intraOpNumThreads: operatorThreads(),
    // A plan of memory is kept for each shape, and hardly a shape comes back: in one run each, a process without plans
    // had 13 MiB less after 2,000 embeddings and 29 MiB less after 6,000.
    enableMemPattern: false,
    extra: { session: { intra_op: { allow_spinning: threadsMaySpin() ? '1' : '0' } } },
    logSeverityLevel: 4,
  } as const
}
