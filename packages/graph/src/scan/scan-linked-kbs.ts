import type { KbRef, LinkedKbStore, LinkRow } from '@pinakes/index'
import {
  type DocUlid,
  formatKbTimestamp,
  type KbUlid,
  type LinkedKb,
  resolveLinkedKb,
} from '@pinakes/manifest'
import type { LinkScan, ScanIssue, ScannedKb } from './contracts.js'
import { scanDueMs } from './freshness.js'
import { openPartner } from './open-partner.js'
import { type PartnerProblem, problemsOf } from './partner-problems.js'
import { type PartnerSidecar, walkPartner } from './walk-partner.js'

/** Which linked KBs to look at for links that point here, and where to keep what was found. */
export interface LinkScanInput {
  /** The resolved root of this KB. */
  readonly root: string
  readonly kbId: KbUlid
  /** The entries of `[[links.kb]]`. */
  readonly linked: readonly LinkedKb[]
  readonly store: LinkedKbStore
  /** Scan those too that were scanned within the hour. */
  readonly force: boolean
  /** Whether to say which links lead to documents that are not here; not where documents here may be missing by mishap. */
  readonly checkTargets: boolean
  readonly now: Date
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads what the linked KBs say of this one, and forgets the KBs that are linked no more. A KB whose sidecars cannot all
 * be read keeps what was known of it. A KB that lists itself has nothing to learn from itself. What befalls a linked KB
 * is an issue; rejects only with an IndexError, and when aborted.
 */
export async function scanLinkedKbs(input: LinkScanInput): Promise<LinkScan> {
  const others = input.linked.filter(({ id }) => id !== input.kbId)
  const refs = new Map(input.store.refs().map((ref) => [ref.kbId, ref]))
  const scanned: ScannedKb[] = []
  const issues: ScanIssue[] = []
  const due: number[] = []
  for (const linked of others) {
    const ref = refs.get(linked.id)
    const outcome =
      !input.force && isFresh(input, linked, ref)
        ? { dueMs: scanDueMs(ref?.lastScan ?? null, input.now.getTime()), issues: [] }
        : await scanOne(input, linked)
    due.push(outcome.dueMs)
    issues.push(...outcome.issues.map((issue) => ({ alias: linked.name, ...issue })))
    if ('rows' in outcome) scanned.push({ alias: linked.name, kbId: linked.id, rows: outcome.rows })
  }
  const dropped = input.store.keepOnly(others.map(({ id }) => id))
  return { scanned, dropped, issues, nextDueMs: due.length === 0 ? null : Math.min(...due) }
}

/** Scanned within the hour, under this name, at this place. A path that cannot be resolved is never fresh. */
function isFresh({ root, now }: LinkScanInput, { name, path }: LinkedKb, ref: KbRef | undefined): boolean {
  if (ref === undefined || ref.alias !== name) return false
  const place = resolveLinkedKb(root, path)
  if ('unresolvable' in place || place.path !== ref.path) return false
  return scanDueMs(ref.lastScan, now.getTime()) > now.getTime()
}

interface Outcome {
  readonly dueMs: number
  readonly issues: readonly PartnerProblem[]
  /** Absent if the rows stayed as they were. */
  readonly rows?: number
}

async function scanOne(input: LinkScanInput, linked: LinkedKb): Promise<Outcome> {
  const { kbId, store, now } = input
  const read = await readPartner(input, linked)
  if (read.problems.length > 0) return { dueMs: now.getTime(), issues: read.problems }
  const lastScan = formatKbTimestamp(now)
  const ref: KbRef = { kbId: linked.id, alias: linked.name, path: read.root, lastScan }
  const links = linksTo(kbId, linked.id, read.sidecars)
  const rows = store.replace(
    ref,
    links.map(({ row }) => row),
  )
  const issues = input.checkTargets ? lostTargets(links, store) : []
  return { dueMs: scanDueMs(lastScan, now.getTime()), issues, rows }
}

interface PartnerReading {
  readonly root: string
  readonly sidecars: readonly PartnerSidecar[]
  readonly problems: readonly PartnerProblem[]
}

async function readPartner({ root, signal }: LinkScanInput, linked: LinkedKb): Promise<PartnerReading> {
  try {
    const partner = openPartner(root, linked)
    return { root: partner.root, ...(await walkPartner(partner, signal)) }
  } catch (error) {
    signal?.throwIfAborted()
    // Whatever is wrong over there, this KB is in order.
    return { root: '', sidecars: [], problems: problemsOf(error) }
  }
}

interface PlacedLink {
  readonly row: LinkRow
  /** The sidecar that holds it. */
  readonly path: string
}

/** The links of a partner that point here; what it says of itself and of third KBs is none of this one's business. */
function linksTo(here: KbUlid, there: KbUlid, sidecars: readonly PartnerSidecar[]): PlacedLink[] {
  return sidecars.flatMap(({ path, sidecar }) =>
    sidecar.links
      .filter(({ to }) => to.kb === here)
      .map(({ to, rel }) => ({
        path,
        row: {
          srcKbId: there,
          srcDocId: sidecar.id,
          dstKbId: here,
          dstDocId: to.doc,
          rel,
          origin: 'reverse-scan' as const,
        },
      })),
  )
}

/** One notice for all links of a partner that lead to nothing here. */
function lostTargets(links: readonly PlacedLink[], store: LinkedKbStore): PartnerProblem[] {
  const lacking = new Set<DocUlid>(store.lacking([...new Set(links.map(({ row }) => row.dstDocId))]))
  const lost = links.filter(({ row }) => lacking.has(row.dstDocId))
  const [first] = lost
  if (first === undefined) return []
  const what = lost.length === 1 ? '1 link leads' : `${lost.length} links lead`
  return [
    {
      message: `${what} to documents that are not here, the first to ${first.row.dstDocId}`,
      remedy: `Restore the document, or remove the link over there, in ${first.path}.`,
    },
  ]
}
