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
  /** Four numbers a link, of which the first two are its ends. */
  readonly links: readonly number[]
  /** Document, tag, … */
  readonly taggings: readonly number[]
}

interface Body extends SimulationNodeDatum {
  readonly radius: number
}

interface Spring extends SimulationLinkDatum<Body> {
  readonly source: number
  readonly target: number
  readonly strength: number
  readonly length: number
}

/** A tag of more documents than this pulls each of them less, or it would draw the whole picture into one point. */
const BUSY_TAG = 12

/**
 * Where to draw each node, in rounded units of about a dot's width: what is linked, tagged alike or in one directory lies
 * together. Forces of d3-force from fixed places, so equal input gives equal output; each step is n log n, and there
 * are fewer of them the more nodes there are.
 */
export function layOut(input: LayOutInput): { readonly x: number; readonly y: number }[] {
  const hubs = directoryHubs(input.nodes)
  const bodies = startingPlaces(input.nodes, hubs)
  const springs = [...linkSprings(input), ...tagSprings(input), ...hubSprings(input.nodes, hubs)]
  const steps = Math.round(Math.min(300, Math.max(40, 450_000 / Math.max(1, bodies.length))))
  const simulation = forceSimulation(bodies)
    .force(
      'link',
      forceLink<Body, Spring>(springs)
        .strength(({ strength }) => strength)
        .distance(({ length }) => length),
    )
    .force('charge', forceManyBody<Body>().strength(-40).theta(1).distanceMax(600))
    .force('collide', forceCollide<Body>(({ radius }) => radius).strength(0.8))
    .force('x', forceX<Body>().strength(0.04))
    .force('y', forceY<Body>().strength(0.04))
    .alphaDecay(1 - 0.001 ** (1 / steps))
    .stop()
  simulation.tick(steps)
  return bodies.slice(0, input.nodes.length).map(({ x = 0, y = 0 }) => ({
    x: Math.round(x * 10) / 10,
    y: Math.round(y * 10) / 10,
  }))
}

/** Directories with their documents; each is a body that nobody sees. */
function directoryHubs(nodes: readonly PictureNode[]): number[][] {
  const members = new Map<string, number[]>()
  for (const [place, node] of nodes.entries()) {
    if (node.kind !== 'document') continue
    const known = members.get(node.directory)
    if (known === undefined) members.set(node.directory, [place])
    else known.push(place)
  }
  return [...members.values()]
}

/** Directories on a spiral, their documents on a smaller one around each; tags and the rest begin in the middle. */
function startingPlaces(nodes: readonly PictureNode[], hubs: readonly (readonly number[])[]): Body[] {
  const bodies: Body[] = nodes.map((node, i) => ({
    ...spiral(i, 8),
    radius: node.kind === 'tag' ? 9 : 7,
  }))
  const spread = 14 * Math.sqrt(nodes.length / Math.max(1, hubs.length))
  const centres = hubs.map((members, hub) => {
    const centre = { ...spiral(hub, spread * 1.6), radius: 1 }
    for (const [i, place] of members.entries()) {
      const around = spiral(i, 10)
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

function linkSprings({ links, nodes }: LayOutInput): Spring[] {
  const degrees = new Uint32Array(nodes.length)
  const springs: Omit<Spring, 'strength' | 'length'>[] = []
  for (let at = 0; at < links.length; at += 4) {
    const [source = 0, target = 0] = links.slice(at, at + 2)
    degrees[source] = (degrees[source] as number) + 1
    degrees[target] = (degrees[target] as number) + 1
    springs.push({ source, target })
  }
  return springs.map(({ source, target }) => ({
    source,
    target,
    strength: 0.7 / Math.min(degrees[source] as number, degrees[target] as number),
    length: 34,
  }))
}

function tagSprings({ nodes, taggings }: LayOutInput): Spring[] {
  const springs: Spring[] = []
  for (let at = 0; at < taggings.length; at += 2) {
    const [source = 0, target = 0] = taggings.slice(at, at + 2)
    const tag = nodes[target]
    const members = tag?.kind === 'tag' ? tag.documents : 1
    const strength = 0.15 * Math.min(1, BUSY_TAG / members)
    springs.push({ source, target, strength, length: 40 + 2 * Math.sqrt(members) })
  }
  return springs
}

/** A directory of nearly all documents says nothing: the larger its share, the weaker its pull. */
function hubSprings(nodes: readonly PictureNode[], hubs: readonly (readonly number[])[]): Spring[] {
  return hubs.flatMap((members, hub) => {
    const strength = 0.25 * (1 - members.length / nodes.length)
    const length = 5 * Math.sqrt(members.length)
    return members.map((source) => ({ source, target: nodes.length + hub, strength, length }))
  })
}
