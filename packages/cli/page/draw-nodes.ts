import { dotScale, type Scene } from './scene.js'

/** Draws every visible node: what stands out last, so that nothing covers it. */
export function drawNodes(scene: Scene) {
  const { graph, state, bright } = scene
  const shown = graph.byDegree.filter((node) => state.visible.nodes[node]).reverse()
  if (bright === null) for (const node of shown) drawNode(scene, node, 1)
  else {
    for (const node of shown) if (!bright.has(node)) drawNode(scene, node, 0.14)
    for (const node of shown) if (bright.has(node)) drawNode(scene, node, 1)
    if (state.selected !== null) drawNode(scene, state.selected, 1)
  }
}

function drawNode(scene: Scene, node: number, alpha: number) {
  const { context, graph, state, colours, at } = scene
  const { x, y } = at(node)
  const radius = (graph.radii[node] ?? 3) * dotScale(state.camera.scale)
  if (x < -radius || y < -radius || x > state.size.width + radius || y > state.size.height + radius) return
  const kind = graph.nodes[node]?.kind ?? 'document'
  context.globalAlpha = alpha
  context.beginPath()
  if (kind === 'foreign') diamond(context, { x, y, radius: radius * 1.35 })
  else if (kind === 'tag') context.rect(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6)
  else context.arc(x, y, radius, 0, 2 * Math.PI)
  if (kind === 'missing') {
    context.fillStyle = colours.page
    context.strokeStyle = colours.missing
    context.lineWidth = 1.5
    context.fill()
    context.stroke()
  } else {
    context.fillStyle = colourOf(scene, node)
    context.fill()
    context.strokeStyle = colours.page
    context.lineWidth = 1
    context.stroke()
  }
  if (node === state.selected || node === state.hovered) ring(scene, { x, y, radius: radius + 3.5 })
  context.globalAlpha = 1
}

function colourOf({ graph, state, colours }: Scene, node: number): string {
  const kind = graph.nodes[node]?.kind
  if (kind === 'tag') return colours.tag
  if (kind === 'foreign') return colours.foreign
  return colours.series[state.coding.of(node)] ?? colours.none
}

/** A round place on the screen. */
interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

function diamond(context: CanvasRenderingContext2D, { x, y, radius }: Circle) {
  context.moveTo(x, y - radius)
  context.lineTo(x + radius, y)
  context.lineTo(x, y + radius)
  context.lineTo(x - radius, y)
  context.closePath()
}

function ring({ context, colours }: Scene, { x, y, radius }: Circle) {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.strokeStyle = colours.ink
  context.lineWidth = 2
  context.stroke()
}
