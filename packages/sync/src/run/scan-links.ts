import { scanLinkedKbs } from '@pinakes/graph'
import type { IndexWriter } from '@pinakes/index'
import type { Run } from './run.js'

/**
 * Takes over what the linked KBs say of this one, where that is due or asked for, and reports it. Returns when the next
 * scan is due, in ms since the epoch; null without linked KBs.
 */
export async function scanLinks(run: Run, writer: IndexWriter): Promise<number | null> {
  const { root, manifest, options, report } = run
  const { nextDueMs, ...scan } = await scanLinkedKbs({
    root,
    kbId: manifest.kb.id,
    linked: manifest.links.kb,
    store: writer.linkedKbs(),
    force: options.scanLinks ?? false,
    // What failed to be indexed would look as if it were not there.
    checkTargets: report.failures().length === 0,
    now: new Date(),
    signal: options.signal,
  })
  report.linkScan = scan
  return nextDueMs
}
