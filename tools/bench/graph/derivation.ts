import { statSync } from 'node:fs'
import { deriveGraph } from '@pinakes/graph'
import { type GraphCensus, openIndexWriter } from '@pinakes/index'
import { graphBytes, namedEdges, openBench } from './database.js'
import { SQL_DERIVATION } from './sql-derivation.js'

/** Medians, ms. */
export interface DerivationFigures {
  readonly census: GraphCensus
  readonly chunks: number
  readonly edges: number
  readonly graphBytes: number
  readonly indexBytes: number
  readonly ours: Timing
  readonly sql: Timing
}

export interface Timing {
  readonly wallMs: number
  readonly cpuMs: number
}

/** Derives the graph of the index at `path` by turns in both ways. Throws when they come to different edges. */
export function measureDerivation(path: string, rounds: number): DerivationFigures {
  const edgesDst = indexStatement(path)
  const ours: Timing[] = []
  const sql: Timing[] = []
  let edges: readonly string[] = []
  for (let round = 0; round < rounds; round++) {
    sql.push(timed(() => bySql(path, edgesDst)))
    if (round === 0) edges = edgesOf(path)
    ours.push(timed(() => byGraph(path)))
    if (round === 0) compare(edges, edgesOf(path))
  }
  const writer = openIndexWriter(path)
  const census = writer.graph().census()
  const { chunks } = writer.counts()
  writer.checkpoint()
  writer.close()
  const database = openBench(path)
  const bytes = graphBytes(database)
  database.close()
  return {
    census,
    chunks,
    edges: edges.length,
    graphBytes: bytes,
    indexBytes: statSync(path).size,
    ours: medianOf(ours),
    sql: medianOf(sql),
  }
}

/** What a sync does, with opening and committing. */
function byGraph(path: string): void {
  const writer = openIndexWriter(path)
  writer.replaceGraph(deriveGraph(writer.outlines()))
  writer.close()
}

function bySql(path: string, edgesDst: string): void {
  const database = openBench(path)
  database.exec(`BEGIN IMMEDIATE; ${SQL_DERIVATION.join(';\n')}; ${edgesDst}; COMMIT`)
  database.close()
}

function indexStatement(path: string): string {
  const database = openBench(path)
  const [row] = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'edges_dst'").all()
  database.close()
  return String(row?.sql)
}

function edgesOf(path: string): string[] {
  const database = openBench(path)
  const edges = namedEdges(database)
  database.close()
  return edges
}

function compare(sql: readonly string[], ours: readonly string[]): void {
  if (sql.length === ours.length && sql.every((edge, i) => edge === ours[i])) return
  const known = new Set(ours)
  const missing = sql.find((edge) => !known.has(edge)) ?? ours.find((edge) => !sql.includes(edge))
  throw new Error(`${sql.length} edges by SQL, ${ours.length} by the graph; of one alone: ${missing}`)
}

function timed(body: () => void): Timing {
  const cpu = process.cpuUsage()
  const started = performance.now()
  body()
  const wallMs = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1000 }
}

function medianOf(timings: readonly Timing[]): Timing {
  const median = (key: keyof Timing) =>
    timings.map((timing) => timing[key]).sort((a, b) => a - b)[timings.length >> 1] ?? Number.NaN
  return { wallMs: median('wallMs'), cpuMs: median('cpuMs') }
}
