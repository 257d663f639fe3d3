import type { Point } from './camera.js'
import type { Colours } from './colours.js'
import type { PageGraph } from './page-graph.js'
import type { State } from './state.js'

/** What one drawing needs. */
export interface Scene {
  readonly context: CanvasRenderingContext2D
  readonly graph: PageGraph
  readonly state: State
  readonly colours: Colours
  readonly at: (node: number) => Point
  /** The nodes that stand out; null: all alike. */
  readonly bright: ReadonlySet<number> | null
}

/** Dots grow more slowly than the space between them. */
export function dotScale(scale: number): number {
  return Math.min(2, Math.max(0.45, Math.sqrt(scale)))
}
