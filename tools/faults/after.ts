import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentRow } from '@pinakes/index'
import { kbPaths } from '@pinakes/manifest'
import type { Finding, FindingKind } from './findings.js'
import type { BaseKb } from './kb.js'
import type { Ended } from './pnk.js'
import { documentHashes, indexedDocuments, type SeenSidecars, sidecarsOf } from './state.js'

/** Ids that a disturbed run had given out when it ended, by path; they are permanent from then on. */
export type GivenIds = ReadonlyMap<string, string>

export interface Aftermath {
  readonly findings: readonly Finding[]
  readonly given: GivenIds
  readonly opens: boolean
}

/** Reports with the place filled in. */
export function findingsAt(where: string) {
  const findings: Finding[] = []
  const add = (kind: FindingKind, what: string) => void findings.push({ kind, where, what })
  return { findings, add }
}

export interface LookOptions {
  readonly base: BaseKb
  readonly where: string
  /** What the sidecar that was to be edited may read instead of what it read before; null: none was to be edited. */
  readonly edited: string | null
}

/** What a disturbed run left behind in `root`, before anything else touches it. */
export function lookAt(root: string, { base, where, edited }: LookOptions): Aftermath {
  const { findings, add } = findingsAt(where)
  for (const path of changedDocuments(base.root, root)) add('document', path)
  const [before, now] = [sidecarsOf(base.root), sidecarsOf(root)]
  for (const path of now.torn) add('sidecar', `${path} cannot be parsed`)
  for (const what of lostSidecars(before, now, edited)) add('sidecar', what)
  for (const what of sharedIds(now)) add('ulid', what)
  const rows = rowsOfCopy(root)
  return { findings, given: givenIds(base, now, rows ?? []), opens: rows !== null }
}

/** Opening an index may mend it, so that a copy is opened and the next sync meets what the disturbed one left. */
function rowsOfCopy(root: string): DocumentRow[] | null {
  const { stateDir } = kbPaths(root)
  if (!existsSync(stateDir)) return null
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-look-'))
  try {
    cpSync(stateDir, kbPaths(folder).stateDir, { recursive: true })
    return indexedDocuments(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Paths whose bytes differ, and those that only one side has. */
export function changedDocuments(a: string, b: string): string[] {
  const [before, after] = [documentHashes(a), documentHashes(b)]
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  )
}

/** A sidecar keeps its bytes, here or under the name that its document has now. */
function lostSidecars(before: SeenSidecars, now: SeenSidecars, edited: string | null): string[] {
  const texts = new Set([...now.readable.values()].map(({ text }) => text))
  return [...before.readable].flatMap(([path, { text }]) => {
    const asAsked = edited !== null && now.readable.get(path)?.text === edited
    return texts.has(text) || asAsked ? [] : [`the sidecar of ${path} is gone or changed`]
  })
}

/** Ids that stand in two sidecars. */
export function sharedIds({ readable }: SeenSidecars): string[] {
  const seen = new Map<string, string>()
  return [...readable].flatMap(([path, { id }]) => {
    const other = seen.get(id)
    seen.set(id, path)
    return other === undefined ? [] : [`${id} stands beside ${other} and ${path}`]
  })
}

function givenIds(
  base: BaseKb,
  now: SeenSidecars,
  rows: readonly { readonly id: string; readonly path: string }[],
): GivenIds {
  const known = new Set([
    ...base.ids.values(),
    ...[...sidecarsOf(base.root).readable.values()].map(({ id }) => id),
    ...(indexedDocuments(base.root) ?? []).map(({ id }) => id),
  ])
  const fresh = ([, id]: readonly [string, string]) => !known.has(id)
  const fromRows = rows.map(({ path, id }) => [path, id] as const).filter(fresh)
  const fromSidecars = [...now.readable].map(([path, { id }]) => [path, id] as const).filter(fresh)
  return new Map([...fromRows, ...fromSidecars])
}

/** Nothing that a run may end with is a stack trace, a status of its own making, or a failure without a word. */
export function crashOf({ status, signal, stdout, stderr }: Ended): string | null {
  if (/^\s+at .+:\d+:\d+/m.test(stderr)) return `a stack trace: ${stderr.slice(0, 400)}`
  if (signal === 'SIGKILL' || status === 0) return null
  if (status === 1 && /^(?:error|failed): ./m.test(stdout + stderr)) return null
  return `ended with ${status ?? signal}: ${stdout}${stderr}`
}
