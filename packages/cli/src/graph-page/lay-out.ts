import type { PictureNode } from '@pinakes/graph'
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'

export interface LayOutInput {
  readonly nodes: readonly PictureNode[]
  /** What the documents of a directory belong to, so that it lies together. */
  readonly groupOf: (directory: string) => number
  /** Four numbers a link, of which the first two are its ends. */
  readonly links: readonly number[]
  /** Document, tag, … */
  readonly taggings: readonly number[]
}

interface Body extends SimulationNodeDatum {
  readonly radius: number
  readonly charge: number
}

interface Spring extends SimulationLinkDatum<Body> {
  readonly source: number
  readonly target: number
  readonly strength: number
  readonly length: number
}

/** A tag of more documents than this pulls none of them, or it would draw the whole picture into one point. */
const BUSY_TAG = 12

/**
 * Where to draw each node, in rounded units of about a dot's width: what is linked, tagged alike or in one directory lies
 * together. Forces of d3-force from fixed places, so equal input gives equal output; each step is n log n, and there
 * are fewer of them the more nodes there are.
 */
export function layOut(input: LayOutInput): { readonly x: number; readonly y: number }[] {
  const hubs = groupHubs(input)
  const bodies = startingPlaces(input.nodes, hubs)
  const springs = [...linkSprings(input), ...tagSprings(input), ...hubSprings(input.nodes, hubs)]
  const steps = Math.round(Math.min(300, Math.max(40, 300_000 / Math.max(1, bodies.length))))
  const simulation = forceSimulation(bodies)
    .force(
      'link',
      forceLink<Body, Spring>(springs)
        .strength(({ strength }) => strength)
        .distance(({ length }) => length),
    )
    .force(
      'charge',
      forceManyBody<Body>()
        .strength(({ charge }) => charge)
        .theta(1),
    )
    .force('collide', forceCollide<Body>(({ radius }) => radius).strength(0.8))
    .force('x', forceX<Body>().strength(0.04))
    .force('y', forceY<Body>().strength(0.04))
    .alphaDecay(1 - 0.001 ** (1 / steps))
    .stop()
  simulation.tick(steps)
  centreBusyTags(input, bodies)
  return bodies.slice(0, input.nodes.length).map(({ x = 0, y = 0 }) => ({
    x: Math.round(x * 10) / 10,
    y: Math.round(y * 10) / 10,
  }))
}

/** The documents of each group, which hang on a body that nobody sees. */
function groupHubs({ nodes, groupOf }: LayOutInput): number[][] {
  const members = new Map<number, number[]>()
  for (const [place, node] of nodes.entries()) {
    if (node.kind !== 'document') continue
    const group = groupOf(node.directory)
    const known = members.get(group)
    if (known === undefined) members.set(group, [place])
    else known.push(place)
  }
  return [...members].sort(([a], [b]) => a - b).map(([, places]) => places)
}

/** Groups on a spiral, their documents on a smaller one around each; tags and the rest begin in the middle. */
function startingPlaces(nodes: readonly PictureNode[], hubs: readonly (readonly number[])[]): Body[] {
  const bodies: Body[] = nodes.map((node, i) => ({
    ...spiral(i, 8),
    radius: node.kind === 'tag' ? 9 : 7,
    charge: -30,
  }))
  const spread = 20 * Math.sqrt(nodes.length / Math.max(1, hubs.length))
  const centres = hubs.map((members, hub) => {
    // Repels for its documents too, so that groups come apart.
    const centre = { ...spiral(hub, spread), radius: 1, charge: -30 - 8 * members.length }
    for (const [i, place] of members.entries()) {
      const around = spiral(i, 9)
      Object.assign(bodies[place] as Body, { x: centre.x + around.x, y: centre.y + around.y })
    }
    return centre
  })
  return [...bodies, ...centres]
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** The i-th place of a sunflower's seeds. */
function spiral(i: number, step: number): { x: number; y: number } {
  const radius = step * Math.sqrt(0.5 + i)
  return { x: radius * Math.cos(i * GOLDEN_ANGLE), y: radius * Math.sin(i * GOLDEN_ANGLE) }
}

function linkSprings({ links, nodes, groupOf }: LayOutInput): Spring[] {
  const degrees = new Uint32Array(nodes.length)
  const springs: Omit<Spring, 'strength' | 'length'>[] = []
  for (let at = 0; at < links.length; at += 4) {
    const [source = 0, target = 0] = links.slice(at, at + 2)
    degrees[source] = (degrees[source] as number) + 1
    degrees[target] = (degrees[target] as number) + 1
    springs.push({ source, target })
  }
  const group = (place: number) => {
    const node = nodes[place]
    return node?.kind === 'document' ? groupOf(node.directory) : null
  }
  return springs.map(({ source, target }) => {
    const [a, b] = [group(source), group(target)]
    // Links across would draw all groups into one ball.
    const isAcross = a !== null && b !== null && a !== b
    const strength = (isAcross ? 0.04 : 0.7) / Math.min(degrees[source] as number, degrees[target] as number)
    return { source, target, strength, length: isAcross ? 80 : 30 }
  })
}

function tagSprings({ nodes, taggings }: LayOutInput): Spring[] {
  const springs: Spring[] = []
  for (let at = 0; at < taggings.length; at += 2) {
    const [source = 0, target = 0] = taggings.slice(at, at + 2)
    if (!isBusy(nodes[target])) springs.push({ source, target, strength: 0.1, length: 45 })
  }
  return springs
}

function isBusy(node: PictureNode | undefined): boolean {
  return node?.kind === 'tag' && node.documents > BUSY_TAG
}

/** A busy tag stands in the middle of its documents. */
function centreBusyTags({ nodes, taggings }: LayOutInput, bodies: readonly Body[]): void {
  const sums = new Map<number, { x: number; y: number; count: number }>()
  for (let at = 0; at < taggings.length; at += 2) {
    const [source = 0, target = 0] = taggings.slice(at, at + 2)
    if (!isBusy(nodes[target])) continue
    const { x = 0, y = 0 } = bodies[source] ?? {}
    const sum = sums.get(target) ?? { x: 0, y: 0, count: 0 }
    sums.set(target, { x: sum.x + x, y: sum.y + y, count: sum.count + 1 })
  }
  for (const [tag, { x, y, count }] of sums) {
    Object.assign(bodies[tag] as Body, { x: x / count, y: y / count })
  }
}

/** A group of nearly all documents says nothing: the larger its share, the weaker its pull. */
function hubSprings(nodes: readonly PictureNode[], hubs: readonly (readonly number[])[]): Spring[] {
  return hubs.flatMap((members, hub) => {
    const strength = 0.3 * (1 - members.length / nodes.length)
    const length = 5 * Math.sqrt(members.length)
    return members.map((source) => ({ source, target: nodes.length + hub, strength, length }))
  })
}
