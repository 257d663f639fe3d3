import type { Point } from './camera.js'
import { directoryName } from './colours.js'
import { placeLabels } from './labels.js'
import { dotScale, type Scene } from './scene.js'

const FONT = 'system-ui, -apple-system, "Segoe UI", sans-serif'
/** Characters of a name that are drawn. */
const LONGEST = 34
/** From far away only hubs have names, beside those of the directories. */
const LABELS_FROM_FAR = 32

/** Names of directories over the whole, then of nodes, as many as there is room for: those looked at, then hubs. */
export function drawLabels(scene: Scene) {
  const { context, state, colours, bright } = scene
  context.textAlign = 'center'
  context.textBaseline = 'top'
  context.lineJoin = 'round'
  const limit = Math.round((state.size.width * state.size.height) / 9000)
  for (const { text, x, y, font, colour } of placeLabels(wantedLabels(scene), limit)) {
    context.font = font
    context.strokeStyle = colours.page
    context.lineWidth = 4
    context.globalAlpha = 0.85
    context.strokeText(text, x, y)
    context.globalAlpha = bright === null ? 1 : 0.95
    context.fillStyle = colour
    context.fillText(text, x, y)
  }
  context.globalAlpha = 1
}

function* wantedLabels(scene: Scene) {
  const { context, graph, state, colours, at, bright } = scene
  const measured = (text: string, font: string) => {
    context.font = font
    return context.measureText(text).width + 8
  }
  const nodeLabel = (node: number, isLoud: boolean) => {
    const { kind, label } = graph.nodes[node] ?? { kind: 'document', label: '' }
    const text = shortened(label)
    const font = `${isLoud ? '600 ' : ''}${kind === 'tag' ? 11 : 12}px ${FONT}`
    const { x, y } = at(node)
    const below = y + (graph.radii[node] ?? 0) * dotScale(state.camera.scale) + 3
    const colour = kind === 'tag' || kind === 'missing' ? colours.soft : colours.ink
    return { text, x, y: below, width: measured(text, font), height: 15, font, colour }
  }
  const { selected, hovered, size } = state
  for (const node of new Set([hovered, selected])) if (node !== null) yield nodeLabel(node, true)
  if (bright === null && state.camera.scale < 0.9) {
    const font = `600 14px ${FONT}`
    for (const { text, x, y } of groupLabels(scene)) {
      yield { text, x, y: y - 8, width: measured(text, font) + 12, height: 20, font, colour: colours.ink }
    }
  }
  const isFar = bright === null && state.camera.scale < 0.7
  let left = isFar ? LABELS_FROM_FAR : Infinity
  for (const node of graph.byDegree) {
    if (!state.visible.nodes[node] || (bright !== null && !bright.has(node))) continue
    if (left <= 0) return
    const { x, y } = at(node)
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue
    left -= 1
    yield nodeLabel(node, false)
  }
}

function shortened(name: string): string {
  const characters = [...name]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : name
}

/** The name of each directory in the middle of its visible documents, where there are several. */
function groupLabels({ graph, state, at }: Scene): { text: string; x: number; y: number }[] {
  const members = graph.data.groups.map((): Point[] => [])
  for (const [node, { group }] of graph.nodes.entries()) {
    if (group !== undefined && state.visible.nodes[node]) members[group]?.push(at(node))
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
  return members.flatMap((points, group) => {
    if (points.length < 12 || graph.data.groups.length < 2) return []
    const text = directoryName(graph.data.groups[group] ?? '')
    return [{ text, x: middle(points.map(({ x }) => x)), y: middle(points.map(({ y }) => y)) }]
  })
}
