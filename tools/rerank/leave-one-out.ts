import { mean } from '@pinakes/retrieve/eval'

/** A collection's figure of merit for each candidate weight, in the order of the weights. */
export interface Curve {
  readonly name: string
  readonly merits: readonly number[]
}

export interface Fold {
  readonly heldOut: string
  /** Index of the weight that is best on the other collections. */
  readonly chosen: number
}

/**
 * For each collection the weight that the others choose: the best mean merit, each collection counting alike; of equal
 * ones the smallest.
 */
export function leaveOneOut(curves: readonly Curve[]): Fold[] {
  return curves.map(({ name }) => ({
    heldOut: name,
    chosen: bestWeight(curves.filter((other) => other.name !== name)),
  }))
}

/** Index of the weight with the best mean merit over all curves; of equal ones the smallest. -1 of no curves. */
export function bestWeight(curves: readonly Curve[]): number {
  const means = (curves[0]?.merits ?? []).map((_, i) => mean(curves.map(({ merits }) => merits[i] ?? 0)))
  return means.indexOf(Math.max(...means))
}
