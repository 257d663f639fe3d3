import { isDeepStrictEqual } from 'node:util'
import { type Aftermath, changedDocuments, findingsAt, sharedIds } from './after.js'
import type { Finding } from './findings.js'
import type { BaseKb } from './kb.js'
import { argsFor, type Operation } from './operations.js'
import { runPnk } from './pnk.js'
import { answers } from './search.js'
import { deletedIds, indexedContent, indexedDocuments, sidecarsOf } from './state.js'

/** Where a KB that was never disturbed ends. */
export interface Settled {
  readonly content: ReadonlyMap<string, unknown>
  readonly answers: ReadonlyMap<string, readonly string[]>
  readonly deleted: readonly string[]
  readonly sidecars: readonly string[]
  /** The sidecar that the operation edited; null for one that edits none. */
  readonly edited: string | null
}

/** What `root`, which is in sync, holds and answers. */
export async function settledState(root: string, { edits }: Operation): Promise<Settled> {
  const { readable } = sidecarsOf(root)
  return {
    content: indexedContent(root),
    answers: await answers(root),
    deleted: deletedIds(root),
    sidecars: [...readable.keys()].sort(),
    edited: edits === undefined ? null : (readable.get(edits)?.text ?? null),
  }
}

interface SyncJson {
  readonly outcome: string
  readonly [list: string]: unknown
}

/** Syncs, which has to succeed; what it did. */
async function sync(root: string, ...flags: string[]): Promise<{ report: SyncJson | null; error: string }> {
  const { status, stdout, stderr } = await runPnk(['sync', '--json', '--kb', root, ...flags])
  return {
    report: status === 0 ? (JSON.parse(stdout) as SyncJson) : null,
    error: `${status}: ${stderr}${stdout}`,
  }
}

/** Lists of a report that are empty when there was nothing to do. */
const DOINGS = ['added', 'updated', 'renamed', 'refreshed', 'deleted', 'failed']

export interface RecoverOptions {
  readonly operation: Operation
  readonly base: BaseKb
  readonly after: Aftermath
  readonly twin: Settled
  readonly where: string
}

/** Lets a disturbed KB recover as its owner would, and holds where it ends to its twin. */
export async function recover(
  root: string,
  { operation, base, after, twin, where }: RecoverOptions,
): Promise<Finding[]> {
  const { findings, add } = findingsAt(where)
  const hadIndex = indexedDocuments(base.root) !== null
  if (hadIndex && !after.opens) {
    const { report, error } = await sync(root, '--rebuild')
    if (report === null) add('index', `a rebuild does not mend it: ${error}`)
  }
  const { report, error } = await sync(root)
  if (report === null) {
    add('diverged', `the next sync ended with ${error}`)
    return findings
  }
  const again = await sync(root)
  const undone = DOINGS.filter((list) => (again.report?.[list] as unknown[] | undefined)?.length !== 0)
  if (undone.length > 0) add('diverged', `a second sync has still to do: ${undone.join(', ')} ${again.error}`)
  for (const path of changedDocuments(base.root, root)) add('document', path)
  for (const what of wrongIds(root, base, after)) add('ulid', what)
  if (operation.edits !== undefined) {
    const { status, stderr } = await runPnk(argsFor(operation, root))
    if (status !== 0) add('diverged', `a second ${operation.name} ended with ${status}: ${stderr}`)
  }
  for (const what of differences(await settledState(root, operation), twin)) add('diverged', what)
  return findings
}

/** Ids by index and by sidecar, held to those of before and to those given out since. */
function wrongIds(root: string, base: BaseKb, { given }: Aftermath): string[] {
  const sidecars = sidecarsOf(root)
  const rows = new Map((indexedDocuments(root) ?? []).map(({ path, id }) => [path, id]))
  const wanted = new Map([...given, ...base.ids])
  const lost = [...wanted].flatMap(([path, id]) => {
    const found = [sidecars.readable.get(path)?.id, rows.get(path)]
    return found.every((one) => one === id) ? [] : [`${path} had ${id}, now ${found.join(' and ')}`]
  })
  const unlike = [...rows].filter(([path, id]) => sidecars.readable.get(path)?.id !== id)
  return [
    ...lost,
    ...sharedIds(sidecars),
    ...unlike.map(([path, id]) => `${path}: the index has ${id}, its sidecar another`),
    ...sidecars.torn.map((path) => `${path} cannot be parsed`),
  ]
}

function differences(found: Settled, twin: Settled): string[] {
  return [
    ...differingKeys('indexed', found.content, twin.content),
    ...differingKeys('answers to', found.answers, twin.answers),
    ...(isDeepStrictEqual(found.deleted, twin.deleted) ? [] : ['other documents are marked deleted']),
    ...(isDeepStrictEqual(found.sidecars, twin.sidecars) ? [] : ['sidecars stand beside other documents']),
    ...(found.edited === twin.edited ? [] : ['the edited sidecar reads otherwise']),
  ]
}

function differingKeys(
  what: string,
  found: ReadonlyMap<string, unknown>,
  twin: ReadonlyMap<string, unknown>,
): string[] {
  const keys = new Set([...found.keys(), ...twin.keys()])
  return [...keys]
    .filter((key) => !isDeepStrictEqual(found.get(key), twin.get(key)))
    .map((key) => `${what} ${key}`)
}
