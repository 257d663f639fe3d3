/** What {@link loadModelHub} gives. */
export type ModelHub = typeof import('./hub/index.js')

/**
 * The part of this package that fetches models, lists, checks and imports them. It is loaded here and not before:
 * nothing else needs it, and nothing else opens a connection.
 */
export function loadModelHub(): Promise<ModelHub> {
  return import('./hub/index.js')
}
