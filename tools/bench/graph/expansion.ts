import { createExpandChannel, createPprChannel } from '@pinakes/graph'
import { openIndexReader } from '@pinakes/index'

/** The graph channels by their names in a manifest. */
const CHANNELS = { expand: createExpandChannel, ppr: createPprChannel }

/** Milliseconds; the first query is a process's first look at the graph, in processor time. */
export interface ExpansionFigures {
  readonly firstMs: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly slowestMs: number
  /** The mean of processor time, which a busy machine inflates less. */
  readonly cpuMs: number
  /** Chunks found, on average. */
  readonly found: number
}

export interface ExpansionInput {
  readonly channel: keyof typeof CHANNELS
  readonly kbId: string
  readonly dim: number
  /** Row-major. */
  readonly queries: Float32Array
}

const FUSION_TOP_K = 20
const LIMIT = 50
const ADJACENT_K = 8

/** Expands from the nearest chunks of each query, with the defaults of a manifest: once to get warm, then timed. */
export function measureExpansion(
  path: string,
  { channel: name, kbId, dim, queries }: ExpansionInput,
): ExpansionFigures {
  const reader = openIndexReader(path)
  const channel = CHANNELS[name]({ kbId })
  const timings: number[] = []
  let found = 0
  const ask = (n: number) => {
    const queryVector = queries.subarray(n * dim, (n + 1) * dim)
    return reader.snapshot(() => {
      const roots = reader.vectorSearch(queryVector, {}, FUSION_TOP_K).map(({ chunkId }) => chunkId)
      const cpuBefore = process.cpuUsage()
      const started = performance.now()
      found += channel.expand({
        reader,
        roots,
        query: 'no name',
        queryVector,
        filter: {},
        entities: [],
        limit: LIMIT,
        adjacentK: ADJACENT_K,
      }).length
      const wallMs = performance.now() - started
      const { user, system } = process.cpuUsage(cpuBefore)
      return { wallMs, cpuMs: (user + system) / 1000 }
    })
  }
  const count = queries.length / dim
  const firstMs = ask(0).cpuMs
  for (let n = 0; n < count; n++) ask(n)
  found = 0
  let cpu = 0
  for (let n = 0; n < count; n++) {
    const { wallMs, cpuMs } = ask(n)
    timings.push(wallMs)
    cpu += cpuMs
  }
  reader.close()
  timings.sort((a, b) => a - b)
  const at = (share: number) => timings[Math.min(count - 1, Math.floor(share * count))] ?? Number.NaN
  return {
    firstMs,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    slowestMs: at(1),
    cpuMs: cpu / count,
    found: found / count,
  }
}
