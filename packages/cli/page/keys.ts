import { pan, zoom } from './camera.js'
import { byId } from './dom.js'
import type { Store } from './state.js'

const STEP = 60
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

/** The keyboard: on the picture, and `/` and Escape anywhere. */
export function keys(canvas: HTMLCanvasElement, store: Store) {
  canvas.addEventListener('keydown', (event) => {
    const move = MOVES[event.key]
    if (move !== undefined) {
      store.change({ camera: pan(store.state().camera, { x: move[0], y: move[1] }) })
    } else if (event.key === '+' || event.key === '=') zoomBy(store, 1.3)
    else if (event.key === '-') zoomBy(store, 1 / 1.3)
    else if (event.key === '0') store.fit()
    else if (event.key === 'n' || event.key === 'p') step(store, event.key === 'n' ? 1 : -1)
    else return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search'
    if (event.key === '/' && !isTyping) {
      event.preventDefault()
      byId('search').focus()
    } else if (event.key === 'Escape') {
      const { selected } = store.state()
      store.change(selected === null ? { query: '' } : { selected: null })
    }
  })
  byId('zoom-in').addEventListener('click', () => zoomBy(store, 1.5))
  byId('zoom-out').addEventListener('click', () => zoomBy(store, 1 / 1.5))
  byId('zoom-fit').addEventListener('click', () => store.fit())
}

function zoomBy(store: Store, factor: number) {
  const { camera, size } = store.state()
  store.change({ camera: zoom(camera, size, { at: { x: size.width / 2, y: size.height / 2 }, factor }) })
}

/** The next node that is visible and was found, if anything was looked for; the one of most links first. */
function step(store: Store, by: number) {
  const { found, selected, visible } = store.state()
  const order = (found ?? store.graph.byDegree).filter((node) => visible.nodes[node])
  const from = selected === null ? (by > 0 ? -1 : 0) : order.indexOf(selected)
  const next = order[(from + by + order.length) % order.length]
  if (next !== undefined) store.change({ selected: next })
}
