import type { IndexWriter } from '@pinakes/index'
import type { Run } from './run.js'
import { scanLinks } from './scan-links.js'

/** What the derivations leave for the end of the run. */
export interface Derived {
  /** When the linked KBs are to be read again, ms since the epoch; null without linked KBs. */
  readonly scanDueMs: number | null
}

/**
 * Everything that comes of the documents as a whole, once the last of them is in: first what the linked KBs say, then
 * what is derived here. `changed`: some document is not as it was.
 */
export async function derive(run: Run, writer: IndexWriter, changed: boolean): Promise<Derived> {
  const { root, manifest, options } = run
  const scanDueMs = await scanLinks(run, writer)
  for (const derivation of options.derivations ?? []) {
    if (changed || derivation.isDue?.(root)) await derivation.run({ root, manifest, writer })
  }
  return { scanDueMs }
}
