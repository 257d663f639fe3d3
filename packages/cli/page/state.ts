import { type Camera, fit, type Size } from './camera.js'
import { type Coding, type ColourBy, coding } from './colours.js'
import { EVERYTHING, type Filter, type Visible, visible } from './filter.js'
import type { PageGraph } from './page-graph.js'
import { findNodes, searchTexts } from './search.js'

/** What the page shows. */
export interface State {
  readonly camera: Camera
  readonly size: Size
  readonly filter: Filter
  readonly visible: Visible
  readonly colourBy: ColourBy
  readonly coding: Coding
  readonly query: string
  /** Visible nodes that were searched for, best first; null without a search. */
  readonly found: readonly number[] | null
  readonly selected: number | null
  readonly hovered: number | null
}

export type Change = Partial<
  Pick<State, 'camera' | 'size' | 'filter' | 'colourBy' | 'query' | 'selected' | 'hovered'>
>

/** The state and who wants to know of it. */
export interface Store {
  readonly graph: PageGraph
  readonly state: () => State
  change(change: Change): void
  /** Sees everything that is visible. */
  fit(): void
  /** Calls `listener` with each new state and the one before. */
  listen(listener: (now: State, before: State) => void): void
}

export function createStore(graph: PageGraph): Store {
  const texts = searchTexts(graph)
  const colourBy: ColourBy = graph.data.groups.length > 1 ? 'directory' : 'tag'
  const size = { width: 1, height: 1 }
  let state: State = {
    camera: fit(graph.nodes, size),
    size,
    filter: EVERYTHING,
    visible: visible(graph, EVERYTHING),
    colourBy,
    coding: coding(graph, colourBy),
    query: '',
    found: null,
    selected: null,
    hovered: null,
  }
  const listeners: ((now: State, before: State) => void)[] = []
  const change = (wanted: Change) => {
    const before = state
    const next = { ...before, ...wanted }
    const seen = next.filter === before.filter ? before.visible : visible(graph, next.filter)
    const isSame = next.query === before.query && seen === before.visible
    const found = isSame ? before.found : findNodes(graph, texts, next.query)
    const kept = next.selected !== null && seen.nodes[next.selected] === true ? next.selected : null
    state = {
      ...next,
      visible: seen,
      coding: next.colourBy === before.colourBy ? before.coding : coding(graph, next.colourBy),
      found: isSame ? found : (found?.filter((place) => seen.nodes[place]) ?? null),
      selected: kept,
    }
    for (const listener of listeners) listener(state, before)
  }
  return {
    graph,
    state: () => state,
    change,
    fit() {
      const shown = graph.nodes.filter((_, place) => state.visible.nodes[place])
      change({ camera: fit(shown, state.size) })
    },
    listen: (listener) => listeners.push(listener),
  }
}
