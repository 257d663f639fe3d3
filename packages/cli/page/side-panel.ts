import { byId, count, element } from './dom.js'
import type { Neighbour, PageGraph } from './page-graph.js'
import type { State, Store } from './state.js'

/** More rows than these are counted and not listed. */
const MOST_ROWS = 60

/** Keeps the panel beside the picture: what was found, or the node that is selected, or where one may begin. */
export function sidePanel(store: Store) {
  const panel = byId('details')
  const status = byId('status')
  const show = (state: State) => {
    const { selected, found } = state
    const content =
      selected !== null
        ? nodeView(store, selected)
        : found !== null
          ? foundView(store, found)
          : beginView(store)
    panel.replaceChildren(...content)
    status.textContent = statusOf(store.graph, state)
  }
  store.listen((now, before) => {
    const isSame =
      now.selected === before.selected &&
      now.found === before.found &&
      now.visible === before.visible &&
      now.coding === before.coding
    if (!isSame) show(now)
  })
  show(store.state())
}

function statusOf({ nodes, neighbours }: PageGraph, { selected, found, visible }: State): string {
  if (selected !== null) {
    return `${nodes[selected]?.label}: ${count(neighbours[selected]?.length ?? 0, 'neighbour')}`
  }
  if (found !== null) return `${found.length.toLocaleString('en')} found`
  return count(visible.documents, 'document')
}

function nodeView(store: Store, selected: number): Node[] {
  const { graph } = store
  const node = graph.nodes[selected]
  if (node === undefined) return []
  const kinds = {
    document: 'Document',
    tag: 'Tag',
    foreign: `Document of ${node.kb}`,
    missing: 'Missing: no active document has this id',
  }
  const back = element('button', { className: 'plain back', textContent: 'Close', title: 'Escape' })
  back.addEventListener('click', () => store.change({ selected: null }))
  const facts = [node.type, node.chunks === undefined ? undefined : count(node.chunks, 'chunk')]
  const ids = [node.path, node.docId].filter((text) => text !== undefined)
  const all = graph.neighbours[selected] ?? []
  return [
    element('p', { className: `kind is-${node.kind}` }, kinds[node.kind], back),
    element('h2', { textContent: node.label }),
    ...ids.map((textContent) => element('p', { className: 'path', textContent })),
    element('p', { className: 'facts', textContent: facts.filter(Boolean).join(' · ') }),
    ...section(
      store,
      'Links to',
      all.filter(({ way }) => way === 'out'),
    ),
    ...section(
      store,
      'Linked from',
      all.filter(({ way }) => way === 'in'),
    ),
    ...section(
      store,
      node.kind === 'tag' ? 'Documents' : 'Tags',
      all.filter(({ way }) => way === 'tag'),
    ),
    ...(all.length === 0 ? [element('p', { textContent: 'Nothing is joined with it.' })] : []),
  ]
}

function section(store: Store, title: string, neighbours: readonly Neighbour[]): Node[] {
  if (neighbours.length === 0) return []
  const rows = neighbours.slice(0, MOST_ROWS).map(({ node, rel }) => nodeRow(store, node, rel))
  return [
    element('h3', {}, title, element('span', { className: 'n', textContent: String(neighbours.length) })),
    element('ul', { className: 'rows' }, ...rows),
    ...more(neighbours.length),
  ]
}

function foundView(store: Store, found: readonly number[]): Node[] {
  return [
    element('h3', {}, 'Found', element('span', { className: 'n', textContent: String(found.length) })),
    found.length === 0
      ? element('p', { textContent: 'No name, path or tag has these words.' })
      : element(
          'ul',
          { className: 'rows' },
          ...found.slice(0, MOST_ROWS).map((node) => nodeRow(store, node, null)),
        ),
    ...more(found.length),
  ]
}

function beginView(store: Store): Node[] {
  const { graph } = store
  const { visible } = store.state()
  const shown = graph.byDegree.filter((node) => visible.nodes[node] && (graph.degrees[node] ?? 0) > 0)
  const of = (kinds: readonly string[]) =>
    shown.filter((node) => kinds.includes(graph.nodes[node]?.kind ?? ''))
  const list = (title: string, nodes: readonly number[]) =>
    nodes.length === 0
      ? []
      : [
          element('h3', { textContent: title }),
          element(
            'ul',
            { className: 'rows' },
            ...nodes.slice(0, 8).map((node) => nodeRow(store, node, null)),
          ),
        ]
  const lists = [
    ...list('Most linked', of(['document'])),
    ...list('Largest tags', of(['tag'])),
    ...list('In other knowledge bases', of(['foreign'])),
    ...list('Missing', of(['missing'])),
  ]
  return lists.length > 0 ? lists : [element('p', { textContent: 'No links and no shared tags yet.' })]
}

function more(total: number): Node[] {
  return total <= MOST_ROWS ? [] : [element('p', { textContent: `and ${total - MOST_ROWS} more` })]
}

/** A line to click that leads to a node. */
export function nodeRow(store: Store, place: number, rel: string | null): HTMLLIElement {
  const { nodes, degrees } = store.graph
  const colour = store.state().coding.of(place)
  const node = nodes[place]
  const button = element(
    'button',
    { className: `row is-${node?.kind} c${colour}`, title: node?.path ?? '' },
    element('span', { className: 'mark' }),
    element('span', { className: 'name', textContent: node?.label ?? '' }),
    element('span', { className: 'rel', textContent: rel ?? String(degrees[place] ?? '') }),
  )
  button.addEventListener('click', () => store.change({ selected: place, hovered: null }))
  return element('li', {}, button)
}
