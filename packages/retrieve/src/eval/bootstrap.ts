import { mean } from './metrics.js'
import { seededRandom } from './seeded-random.js'

/** A mean with the ends of its interval. */
export interface Interval {
  /** Mean of the paired differences. */
  readonly difference: number
  readonly low: number
  readonly high: number
}

/** How often to draw (default 10 000), how wide the interval is (0.95), and the seed (1). */
export interface BootstrapOptions {
  readonly samples?: number
  readonly confidence?: number
  readonly seed?: number
}

/**
 * The mean of `values - baseline` over queries with its percentile bootstrap interval (Efron and Tibshirani 1993, ch.
 * 13; paired over queries as in Sakai, SIGIR 2006): queries are drawn with replacement `samples` times, and the
 * interval runs between the quantiles of the drawn means. Deterministic for a seed. Both lists hold one value a query,
 * in the same order. An empty list gives zeros.
 */
export function pairedBootstrap(
  values: readonly number[],
  baseline: readonly number[],
  { samples = 10_000, confidence = 0.95, seed = 1 }: BootstrapOptions = {},
): Interval {
  if (values.length !== baseline.length) {
    throw new RangeError(`paired lists differ in length: ${values.length} and ${baseline.length}`)
  }
  const differences = values.map((value, i) => value - (baseline[i] ?? 0))
  if (differences.length === 0) return { difference: 0, low: 0, high: 0 }
  const random = seededRandom(seed)
  const means = Array.from({ length: samples }, () => resampledMean(differences, random)).sort(
    (a, b) => a - b,
  )
  const tail = (1 - confidence) / 2
  return { difference: mean(differences), low: quantile(means, tail), high: quantile(means, 1 - tail) }
}

function resampledMean(values: readonly number[], random: () => number): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] ?? 0
  return sum / values.length
}

/** Linear interpolation between order statistics (Hyndman and Fan, type 7). */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}
