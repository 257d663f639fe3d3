import { type CachedExtraction, cachedExtractions } from '@pinakes/extract-free'
import { displayPath } from '@pinakes/manifest'
import { formatBytes } from '../../output/bytes.js'
import { count, firstFew } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'extraction cache'

/** What lies in the cache of extracted texts: how much, for which documents, and whether it can be read. */
export const extractionCacheCheck: DoctorCheck = {
  name: NAME,
  needs: 'nothing',
  async run(context) {
    const entries = cachedExtractions(context.paths.extractCacheDir)
    return cacheRows(entries, entries.length === 0 ? null : await indexedHashes(context))
  },
}

/** Hashes of the indexed documents, or null where no index can be asked. */
async function indexedHashes({
  index,
}: Parameters<DoctorCheck['run']>[0]): Promise<ReadonlySet<string> | null> {
  try {
    const reader = await index()
    return reader === null
      ? null
      : new Set(reader.documents({ state: 'active' }).map((row) => row.contentHash))
  } catch {
    // The row of the index says why; here it only means that nobody knows which entries are in use.
    return null
  }
}

/** The rows for these entries; `indexed` are the hashes of the documents, or null where they are not known. */
export function cacheRows(
  entries: readonly CachedExtraction[],
  indexed: ReadonlySet<string> | null,
): CheckResult[] {
  if (entries.length === 0) return [ok(NAME, 'empty')]
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const orphans = entries.filter(
    ({ entry }) => entry !== null && indexed !== null && !indexed.has(entry.contentHash),
  )
  const note = orphans.length === 0 ? '' : `, ${orphans.length} without a document`
  return [
    ok(NAME, `${count(entries.length, 'entry', 'entries')}, ${formatBytes(bytes)}${note}`),
    ...found(
      orphans.filter(({ entry }) => entry?.isPaid),
      'paid for, without a document; kept for its return',
      'nothing is wrong; pnk sync --clear-cache=paid deletes them with all others',
    ),
    ...found(
      entries.filter(({ entry }) => entry === null),
      'damaged, which may have been paid for',
      'restore them from a backup, or delete these files from .pinakes/cache/extract',
    ),
  ]
}

function found(entries: readonly CachedExtraction[], what: string, remedy: string): CheckResult[] {
  if (entries.length === 0) return []
  const names = firstFew(entries.map(({ name }) => displayPath(name)))
  return [warn(NAME, `${count(entries.length, 'entry', 'entries')} ${what}: ${names}`, remedy)]
}
