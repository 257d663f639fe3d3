import { type ColourBy, directoryName, type Series } from './colours.js'
import { byId, element } from './dom.js'
import type { Filter } from './filter.js'
import type { State, Store } from './state.js'

/** Search, filters, colours and legend. */
export function controls(store: Store) {
  search(store)
  selects(store)
  switches(store)
  legend(store)
}

function search(store: Store) {
  const box = byId<HTMLInputElement>('search')
  box.addEventListener('input', () => store.change({ query: box.value, selected: null }))
  box.addEventListener('keydown', (event) => {
    const [first] = store.state().found ?? []
    if (event.key === 'Enter' && first !== undefined) store.change({ selected: first })
  })
  store.listen(({ query }) => {
    if (box.value !== query) box.value = query
  })
}

function selects(store: Store) {
  const { data, nodes } = store.graph
  const set = (filter: Partial<Filter>) => store.change({ filter: { ...store.state().filter, ...filter } })
  const tags = data.tags.map(([tag, documents], place) => ({ tag, documents, place }))
  tags.sort((a, b) => b.documents - a.documents)
  const types = [...new Set(nodes.flatMap(({ type }) => (type === undefined ? [] : [type])))]
  const asNumber = (value: string) => (value === '' ? null : Number(value))
  fill(
    'group',
    data.groups.map((name, place) => [String(place), directoryName(name)]),
    (value) => set({ group: asNumber(value) }),
  )
  fill(
    'tag',
    tags.map(({ tag, documents, place }) => [String(place), `${tag} (${documents})`]),
    (value) => set({ tag: asNumber(value) }),
  )
  fill(
    'rel',
    data.rels.map((rel) => [`=${rel}`, rel]),
    (value) => set({ rel: value === '' ? null : value.slice(1) }),
  )
  fill(
    'type',
    types.map((type) => [type, type]),
    (value) => set({ type: value === '' ? null : value }),
  )
  store.listen(({ filter }) => {
    byId<HTMLSelectElement>('group').value = String(filter.group ?? '')
    byId<HTMLSelectElement>('tag').value = String(filter.tag ?? '')
    byId<HTMLSelectElement>('type').value = filter.type ?? ''
    byId<HTMLSelectElement>('rel').value = filter.rel === null ? '' : `=${filter.rel}`
  })
}

/** A choice among fewer than two is none, and hidden. */
function fill(id: string, options: readonly (readonly string[])[], onChoice: (value: string) => void) {
  const select = byId<HTMLSelectElement>(id)
  for (const [value = '', textContent = ''] of options)
    select.append(element('option', { value, textContent }))
  select.addEventListener('change', () => onChoice(select.value))
  const label = select.closest('label')
  if (label !== null) label.hidden = options.length < 2
}

const SWITCHES = {
  'show-tags': 'showTags',
  'show-foreign': 'showForeign',
  'show-missing': 'showMissing',
} as const

function switches(store: Store) {
  const kinds = new Set(store.graph.nodes.map(({ kind }) => kind))
  for (const [id, key] of Object.entries(SWITCHES)) {
    const box = byId<HTMLInputElement>(id)
    box.addEventListener('change', () => {
      store.change({ filter: { ...store.state().filter, [key]: box.checked } })
    })
    const label = box.closest('label')
    if (label !== null)
      label.hidden = !kinds.has(id.slice('show-'.length) === 'tags' ? 'tag' : (id.slice(5) as 'missing'))
  }
  const colourBy = byId<HTMLSelectElement>('colour-by')
  colourBy.value = store.state().colourBy
  colourBy.addEventListener('change', () => store.change({ colourBy: colourBy.value as ColourBy }))
}

function legend(store: Store) {
  const list = byId('legend')
  const show = (state: State) => {
    const { series } = state.coding
    const total = store.graph.nodes.filter(({ kind }) => kind === 'document').length
    const rest = store.graph.nodes.filter(
      (node, i) => node.kind === 'document' && state.coding.of(i) < 0,
    ).length
    list.replaceChildren(
      ...series.map((entry, i) => legendRow(store, entry, i)),
      ...(rest > 0 && rest < total
        ? [element('li', { className: 'rest', textContent: `others ${rest}` })]
        : []),
      ...kindRows(store),
    )
  }
  store.listen((now, before) => {
    if (now.coding !== before.coding || now.filter !== before.filter) show(now)
  })
  show(store.state())
}

/** A colour with its name, which filters by it, and again by nothing. */
function legendRow(store: Store, { name, documents, place }: Series, i: number): HTMLLIElement {
  const { filter, colourBy } = store.state()
  const key = ({ directory: 'group', tag: 'tag', type: 'type' } as const)[colourBy]
  const isOn = filter[key] === place
  const button = element(
    'button',
    { className: `series c${i}`, title: isOn ? 'Show everything again' : `Show only ${name}` },
    element('span', { className: 'dot' }),
    element('span', { className: 'name', textContent: name }),
    element('span', { className: 'n', textContent: String(documents) }),
  )
  button.setAttribute('aria-pressed', String(isOn))
  button.addEventListener('click', () => {
    store.change({ filter: { ...store.state().filter, [key]: isOn ? null : place } })
  })
  return element('li', {}, button)
}

function kindRows({ graph }: Store): HTMLLIElement[] {
  const kinds = { tag: 'tag', foreign: 'document of another KB', missing: 'missing document' } as const
  const present = new Set(graph.nodes.map(({ kind }) => kind))
  return Object.entries(kinds)
    .filter(([kind]) => present.has(kind as keyof typeof kinds))
    .map(([kind, name]) =>
      element('li', { className: `is-${kind}` }, element('span', { className: 'mark' }), name),
    )
}
