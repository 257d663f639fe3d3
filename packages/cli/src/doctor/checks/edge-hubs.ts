import type { GraphHub, IndexReader } from '@pinakes/index'
import { displayPath } from '@pinakes/manifest'
import { type CheckResult, type DoctorCheck, ok } from '../check.js'

const NAME = 'edge hubs'

/** As many are named. */
const SHOWN = 3

/** What most documents and passages hang on: a tag or a folder that holds nearly everything tells little apart. */
export const edgeHubsCheck: DoctorCheck = {
  name: NAME,
  needs: 'index',
  async run(context) {
    const reader = await context.index()
    return reader === null ? [] : edgeHubs(reader)
  },
}

function edgeHubs(reader: IndexReader): CheckResult {
  const graph = reader.graph()
  const hubs = graph.hubs(SHOWN)
  if (hubs.length === 0) return ok(NAME, 'none: no heading, directory or tag has several members')
  const paths = (id: string) => reader.documentById(id)?.path ?? id
  return ok(NAME, hubRow(hubs, graph.countHubs(), paths))
}

/** The words for the greatest hubs of `total`; `pathOf` gives the path of a document by its id. */
export function hubRow(hubs: readonly GraphHub[], total: number, pathOf: (id: string) => string): string {
  const named = hubs.map((hub) => `${label(hub, pathOf)}: ${hub.degree}`)
  const more = total > hubs.length ? ` and ${total - hubs.length} more` : ''
  return `${named.join(', ')}${more}`
}

function label({ kind, key }: GraphHub, pathOf: (id: string) => string): string {
  if (kind === 'dir') return `directory ${quoted(key)}`
  if (kind !== 'heading') return `${kind} ${quoted(key)}`
  const at = key.indexOf(':')
  return `heading ${quoted(key.slice(at + 1))} in ${displayPath(pathOf(key.slice(0, at)))}`
}

function quoted(text: string): string {
  return `"${displayPath(text)}"`
}
