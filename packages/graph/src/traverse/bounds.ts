import { quote } from '@pinakes/manifest'
import { GraphError } from '../errors.js'
import type { LinkDirection, TraverseOptions } from './contracts.js'

/** Every bound of a walk, known and in range. */
export interface TraverseBounds {
  /** Null: every relation. */
  readonly rel: string | null
  readonly direction: LinkDirection
  readonly depth: number
  readonly adjacentK: number
  readonly maxRows: number
  readonly tokenBudget: number
}

/** What the manifest says by default of `adjacent_k`. */
const ADJACENT_K = 8

const DIRECTIONS: ReadonlySet<unknown> = new Set<LinkDirection>(['out', 'in', 'both'])

/**
 * `options` with defaults for what is absent. Numbers out of range become the nearest in range, fractions are cut off;
 * NaN is absent.
 * @throws GraphError `TRAVERSE_DIRECTION_INVALID`
 */
export function traverseBounds(options: TraverseOptions, adjacentK = ADJACENT_K): TraverseBounds {
  const { rel, direction = 'both' } = options
  if (!DIRECTIONS.has(direction)) throw invalidDirection(direction)
  return {
    rel: rel ?? null,
    direction,
    depth: clamp(options.depth, 1, 3),
    adjacentK: clamp(options.adjacentK, clamp(adjacentK, ADJACENT_K, 64), 64),
    maxRows: clamp(options.maxRows, 50, 200),
    tokenBudget: clamp(options.tokenBudget, 4000, 20_000),
  }
}

function clamp(value: number | undefined, absent: number, most: number): number {
  if (value === undefined || Number.isNaN(value)) return absent
  return Math.trunc(Math.min(Math.max(value, 0), most))
}

function invalidDirection(direction: unknown): GraphError {
  return new GraphError({
    code: 'TRAVERSE_DIRECTION_INVALID',
    message: `The direction of links is "out", "in" or "both", found ${quote(direction)}`,
    remedy: 'Give direction as out (links the document holds), in (links that point at it) or both.',
    details: { found: direction },
  })
}
