import { toScreen } from './camera.js'
import type { Colours } from './colours.js'
import { drawLabels } from './draw-labels.js'
import { drawNodes } from './draw-nodes.js'
import type { PageGraph, PageLink } from './page-graph.js'
import { dotScale, type Scene } from './scene.js'
import type { State } from './state.js'

/** More lines than these say nothing, and take time: then only those of the document that is looked at are drawn. */
const MOST_TAG_LINES = 2500

/** A picture, and how it is looked at. */
export interface Drawing {
  readonly graph: PageGraph
  readonly state: State
  readonly colours: Colours
}

/** Draws the picture as `state` has it. */
export function draw(context: CanvasRenderingContext2D, { graph, state, colours }: Drawing) {
  const { size, camera } = state
  const at = (node: number) => toScreen(camera, size, graph.nodes[node] ?? { x: 0, y: 0 })
  const scene: Scene = { context, graph, state, colours, at, bright: brightNodes(graph, state) }
  context.clearRect(0, 0, size.width, size.height)
  drawTaggings(scene)
  drawLinks(scene)
  drawNodes(scene)
  drawLabels(scene)
}

function brightNodes(graph: PageGraph, { selected, found }: State): ReadonlySet<number> | null {
  if (selected !== null) return new Set([selected, ...neighboursOf(graph, selected)])
  return found === null ? null : new Set(found)
}

function neighboursOf(graph: PageGraph, node: number): number[] {
  return (graph.neighbours[node] ?? []).map((neighbour) => neighbour.node)
}

function drawTaggings({ context, graph, state, colours, at, bright }: Scene) {
  const { taggings } = graph.data
  const { nodes } = state.visible
  const focus = state.hovered ?? state.selected
  const isCrowded = taggings.length / 2 > MOST_TAG_LINES
  const line = (document: number, tag: number) => {
    const [from, to] = [at(document), at(tag)]
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
  }
  context.strokeStyle = colours.tag
  for (const isFocus of [false, true]) {
    if (!isFocus && isCrowded) continue
    context.beginPath()
    for (let i = 0; i < taggings.length; i += 2) {
      const [document = 0, tag = 0] = taggings.slice(i, i + 2)
      if (!nodes[document] || !nodes[tag]) continue
      if ((document === focus || tag === focus) === isFocus) line(document, tag)
    }
    context.lineWidth = isFocus ? 1.2 : 0.8
    const crowd = focus === null ? 1 : Math.max(0.2, Math.min(1, 60 / (graph.neighbours[focus]?.length ?? 1)))
    context.globalAlpha = isFocus ? 0.8 * crowd : bright === null ? 0.3 : 0.08
    context.stroke()
  }
  context.globalAlpha = 1
}

type Look = 'plain' | 'crossing' | 'broken'

function drawLinks(scene: Scene) {
  const { graph, state, bright } = scene
  const focus = state.hovered ?? state.selected
  const groups = new Map<string, { look: Look; isFocus: boolean; links: PageLink[] }>()
  for (const link of state.visible.links) {
    const isFocus = link.source === focus || link.target === focus
    const isBroken = [link.source, link.target].some((node) => graph.nodes[node]?.kind === 'missing')
    const look = isBroken ? 'broken' : link.crosses ? 'crossing' : 'plain'
    const key = `${look} ${isFocus}`
    const group = groups.get(key) ?? { look, isFocus, links: [] }
    group.links.push(link)
    groups.set(key, group)
  }
  const sorted = [...groups.values()].sort((a, b) => Number(a.isFocus) - Number(b.isFocus))
  for (const group of sorted) strokeLinks(scene, group, bright !== null)
}

function strokeLinks(
  scene: Scene,
  { look, isFocus, links }: { look: Look; isFocus: boolean; links: readonly PageLink[] },
  isDimmed: boolean,
) {
  const { context, colours, at, state } = scene
  const colour = {
    plain: isFocus ? colours.ink : colours.edge,
    crossing: colours.foreign,
    broken: colours.missing,
  }
  context.strokeStyle = colour[look]
  context.setLineDash(look === 'plain' ? [] : look === 'crossing' ? [5, 3] : [2, 3])
  context.lineWidth = isFocus ? 1.8 : 1
  const crowd =
    Math.min(1, 1200 / Math.max(1, state.visible.links.length)) * Math.min(1, state.camera.scale + 0.35)
  context.globalAlpha = isFocus
    ? 0.95
    : isDimmed
      ? 0.03 + 0.09 * crowd
      : look === 'plain'
        ? 0.08 + 0.6 * crowd
        : 0.3 + 0.5 * crowd
  context.beginPath()
  for (const { source, target } of links) {
    const [from, to] = [at(source), at(target)]
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
  }
  context.stroke()
  context.setLineDash([])
  if (isFocus || state.camera.scale > 0.9) {
    context.fillStyle = colour[look]
    for (const link of links) arrowHead(scene, link)
  }
  context.globalAlpha = 1
}

function arrowHead({ context, graph, at, state }: Scene, { source, target }: PageLink) {
  const [from, to] = [at(source), at(target)]
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const room = (graph.radii[target] ?? 0) * dotScale(state.camera.scale) + 2
  if (length < room + 8) return
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const tip = { x: to.x - x * room, y: to.y - y * room }
  context.beginPath()
  context.moveTo(tip.x, tip.y)
  context.lineTo(tip.x - x * 7 - y * 3.2, tip.y - y * 7 + x * 3.2)
  context.lineTo(tip.x - x * 7 + y * 3.2, tip.y - y * 7 - x * 3.2)
  context.fill()
}
