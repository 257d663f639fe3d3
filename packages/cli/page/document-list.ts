import { byId, count, element } from './dom.js'
import type { PageGraph } from './page-graph.js'
import { nodeRow } from './side-panel.js'
import type { State, Store } from './state.js'

const ROWS_AT_ONCE = 200
const LINKS_AT_ONCE = 6

/** The same as a table, of what the filters and the search leave. Made when it is first looked at. */
export function documentList(store: Store): { show(isShown: boolean): void } {
  const place = byId('list')
  let isShown = false
  let limit = ROWS_AT_ONCE
  const render = () => {
    if (isShown)
      place.replaceChildren(
        ...listView(store, limit, () => {
          limit += ROWS_AT_ONCE
          render()
        }),
      )
  }
  store.listen((now, before) => {
    if (now.found === before.found && now.visible === before.visible && now.coding === before.coding) return
    limit = ROWS_AT_ONCE
    render()
  })
  return {
    show(wanted) {
      isShown = wanted
      render()
    },
  }
}

function listed(graph: PageGraph, { visible, found }: State): number[] {
  const places = found ?? [...graph.nodes.keys()]
  return places.filter((place) => visible.nodes[place] && graph.nodes[place]?.kind === 'document')
}

function listView(store: Store, limit: number, onMore: () => void): Node[] {
  const documents = listed(store.graph, store.state())
  const heads = ['Document', 'Tags', 'Links to', 'Linked from']
  const table = element(
    'table',
    {},
    element('caption', { textContent: count(documents.length, 'document') }),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((textContent) => element('th', { scope: 'col', textContent }))),
    ),
    element('tbody', {}, ...documents.slice(0, limit).map((place) => documentRow(store, place))),
  )
  if (documents.length <= limit) return [table]
  const more = element('button', { className: 'more', textContent: `Show more of ${documents.length}` })
  more.addEventListener('click', onMore)
  return [table, more]
}

function documentRow(store: Store, place: number): HTMLTableRowElement {
  const { nodes, data, neighbours } = store.graph
  const { path = '', tags = [] } = nodes[place] ?? {}
  const name = element(
    'th',
    { scope: 'row' },
    element('ul', { className: 'rows' }, nodeRow(store, place, '')),
  )
  name.append(element('span', { className: 'path', textContent: path }))
  const way = (wanted: 'out' | 'in') => {
    const all = (neighbours[place] ?? []).filter((neighbour) => neighbour.way === wanted)
    const rows = all.slice(0, LINKS_AT_ONCE).map(({ node, rel }) => nodeRow(store, node, rel))
    const rest = all.length - rows.length
    return element(
      'td',
      {},
      element('ul', { className: 'rows' }, ...rows),
      rest > 0 ? `and ${rest} more` : null,
    )
  }
  const names = tags.map((tag) => data.tags[tag]?.[0] ?? '').join(', ')
  return element('tr', {}, name, element('td', { textContent: names }), way('out'), way('in'))
}
