import type { PageData } from '../src/graph-page/contracts.js'
import { toScreen } from './camera.js'
import { readColours } from './colours.js'
import { controls } from './controls.js'
import { documentList } from './document-list.js'
import { byId } from './dom.js'
import { draw } from './draw.js'
import { keys } from './keys.js'
import { pageGraph } from './page-graph.js'
import { pointer } from './pointer.js'
import { sidePanel } from './side-panel.js'
import { createStore, type State, type Store } from './state.js'

const store = createStore(pageGraph(JSON.parse(byId('data').textContent ?? '') as PageData))
const canvas = byId<HTMLCanvasElement>('canvas')
picture(canvas, store)
controls(store)
sidePanel(store)
views(store)
pointer(canvas, store)
keys(canvas, store)

/** Draws after each change, at most once a frame. */
function picture(canvas: HTMLCanvasElement, store: Store) {
  const context = canvas.getContext('2d')
  if (context === null) return
  let colours = readColours()
  let isAsked = false
  const redraw = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      const ratio = devicePixelRatio
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      draw(context, { graph: store.graph, state: store.state(), colours })
    })
  }
  let isFitted = false
  new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas
    if (width === 0 || height === 0) return
    canvas.width = width * devicePixelRatio
    canvas.height = height * devicePixelRatio
    store.change({ size: { width, height } })
    if (!isFitted) store.fit()
    isFitted = true
    redraw()
  }).observe(canvas)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    colours = readColours()
    redraw()
  })
  store.listen((now, before) => {
    redraw()
    if (now.filter !== before.filter) store.fit()
    else if (now.selected !== before.selected) bringIntoView(store, now)
    tip(now)
  })
}

/** Moves the picture only where what was selected would not be seen. */
function bringIntoView(store: Store, { selected, camera, size }: State) {
  const node = selected === null ? undefined : store.graph.nodes[selected]
  if (node === undefined) return
  const { x, y } = toScreen(camera, size, node)
  const isSeen = x > 40 && y > 40 && x < size.width - 40 && y < size.height - 40
  if (!isSeen) store.change({ camera: { ...camera, x: node.x, y: node.y } })
}

/** What the pointer is over, in full. */
function tip({ hovered, camera, size }: State) {
  const box = byId('tip')
  const node = hovered === null ? undefined : store.graph.nodes[hovered]
  box.hidden = node === undefined
  if (node === undefined) return
  const { x, y } = toScreen(camera, size, node)
  const lines = [node.label, node.path ?? '', node.kb === undefined ? '' : `in ${node.kb}`]
  box.textContent = lines.filter(Boolean).join('\n')
  box.style.left = `${Math.min(x + 14, size.width - 260)}px`
  box.style.top = `${Math.max(8, y - 30)}px`
}

/** The picture or the table. */
function views(store: Store) {
  const list = documentList(store)
  const buttons = { map: byId('view-map'), list: byId('view-list') }
  const show = (view: 'map' | 'list') => {
    byId('map').hidden = view !== 'map'
    byId('list').hidden = view !== 'list'
    buttons.map.setAttribute('aria-pressed', String(view === 'map'))
    buttons.list.setAttribute('aria-pressed', String(view === 'list'))
    list.show(view === 'list')
  }
  buttons.map.addEventListener('click', () => show('map'))
  buttons.list.addEventListener('click', () => show('list'))
}
