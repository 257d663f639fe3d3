import type { IncludePattern } from '../glob.js'

/** How far a pattern has got on the way down: `components[at]` is to match the next name. */
export interface PatternState {
  readonly include: IncludePattern
  readonly at: number
}

/**
 * The states after `**` was allowed to match no directory. All patterns advance together, so that one walk of the tree
 * serves them all.
 */
export function settle(states: readonly PatternState[]): readonly PatternState[] {
  if (!states.some(isRecursive)) return states
  const settled = new Map<string, PatternState>()
  const add = (state: PatternState): void => {
    const key = `${state.at} ${state.include.pattern}`
    if (settled.has(key)) return
    settled.set(key, state)
    if (isRecursive(state)) add({ include: state.include, at: state.at + 1 })
  }
  for (const state of states) add(state)
  return [...settled.values()]
}

/**
 * The states below the directory `name`, for settled `states`; none if no pattern goes there. `**` does not go
 * through a symbolic link, everything else does.
 */
export function enter(
  states: readonly PatternState[],
  name: string,
  isLink: boolean,
): readonly PatternState[] {
  const below: PatternState[] = []
  for (const state of states) {
    if (isRecursive(state)) {
      if (!isLink) below.push(state)
    } else if (state.at + 1 < state.include.components.length && matchesHere(state, name)) {
      below.push({ include: state.include, at: state.at + 1 })
    }
  }
  return below.length === 0 ? below : settle(below)
}

/** Whether a pattern ends at the file `name`, for settled `states`. */
export function takes(states: readonly PatternState[], name: string): boolean {
  return states.some((state) => state.at + 1 === state.include.components.length && matchesHere(state, name))
}

function isRecursive({ include, at }: PatternState): boolean {
  return include.components[at]?.kind === 'recursive'
}

function matchesHere({ include, at }: PatternState, name: string): boolean {
  const component = include.components[at]
  if (component?.kind === 'literal') return component.name === name
  return component?.kind === 'wildcard' && component.matches(name)
}
