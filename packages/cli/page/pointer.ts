import { type Point, pan, toScreen, zoom } from './camera.js'
import { dotScale } from './scene.js'
import type { Store } from './state.js'

/** How far from a dot still means it, in pixels. */
const REACH = 8
/** Less movement than this is a click. */
const STILL = 4

/** Mouse, fingers and wheel over the picture. */
export function pointer(canvas: HTMLCanvasElement, store: Store) {
  const fingers = new Map<number, Point>()
  let moved = 0
  const place = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, place(event))
    moved = fingers.size > 1 ? STILL : 0
  })
  canvas.addEventListener('pointermove', (event) => {
    const [now, before] = [place(event), fingers.get(event.pointerId)]
    if (before === undefined) return hover(canvas, store, now)
    const [a, b] = fingers.values()
    fingers.set(event.pointerId, now)
    const step = { x: now.x - before.x, y: now.y - before.y }
    moved += Math.hypot(step.x, step.y)
    if (a !== undefined && b !== undefined) return pinch(store, [a, b], [...fingers.values()])
    if (moved >= STILL) store.change({ camera: pan(store.state().camera, step) })
  })
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    if (event.type === 'pointerup' && moved < STILL) store.change({ selected: nodeAt(store, place(event)) })
  }
  canvas.addEventListener('pointerup', release)
  canvas.addEventListener('pointercancel', release)
  canvas.addEventListener('pointerleave', () => store.change({ hovered: null }))
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const { camera, size } = store.state()
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1)
      store.change({ camera: zoom(camera, size, { at: place(event), factor: Math.exp(-pixels / 400) }) })
    },
    { passive: false },
  )
}

function hover(canvas: HTMLCanvasElement, store: Store, at: Point) {
  const hovered = nodeAt(store, at)
  canvas.style.cursor = hovered === null ? 'grab' : 'pointer'
  if (hovered !== store.state().hovered) store.change({ hovered })
}

/** Two fingers: what was between them stays between them. */
function pinch(store: Store, before: readonly Point[], now: readonly Point[]) {
  const spread = ([a, b]: readonly Point[]) => (a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1)
  const middle = ([a, b]: readonly Point[]) =>
    a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 }
  const { camera, size } = store.state()
  const [from, to] = [middle(before), middle(now)]
  const moved = pan(camera, { x: to.x - from.x, y: to.y - from.y })
  store.change({ camera: zoom(moved, size, { at: to, factor: spread(now) / spread(before) }) })
}

/** The visible node at a place, the nearest where dots overlap. */
function nodeAt(store: Store, at: Point): number | null {
  const { camera, size, visible } = store.state()
  const { nodes, radii } = store.graph
  let [best, nearest] = [null as number | null, Infinity]
  for (const [node, where] of nodes.entries()) {
    if (!visible.nodes[node]) continue
    const { x, y } = toScreen(camera, size, where)
    const distance = Math.hypot(x - at.x, y - at.y) - (radii[node] ?? 0) * dotScale(camera.scale)
    if (distance < Math.min(nearest, REACH)) [best, nearest] = [node, distance]
  }
  return best
}
