import { foreignNames, type KbPicture, kbPicture, readPictureRows } from '@pinakes/graph'
import { openIndexReader } from '@pinakes/index'
import { findKbRoot, kbPaths, loadManifest } from '@pinakes/manifest'
import { type SearchFilters, toChunkFilter } from '@pinakes/retrieve'

export interface ReadPicture {
  readonly picture: KbPicture
  /** What could not be read, in words. */
  readonly notes: readonly string[]
}

/**
 * The picture of the KB around `path`, of the documents that `filters` let through.
 * @throws ManifestError, IndexError where there is no KB or no index; RetrieveError `RETRIEVE_FILTER_INVALID`
 */
export async function readKbPicture(
  path: string | undefined,
  filters: SearchFilters,
  signal: AbortSignal,
): Promise<ReadPicture> {
  const root = findKbRoot(path ?? '.')
  const { kb, links } = loadManifest(root)
  const filter = toChunkFilter(filters)
  const reader = openIndexReader(kbPaths(root).index)
  try {
    const rows = readPictureRows(reader, filter)
    const linked = links.kb
    const named = await foreignNames({ root, kbId: kb.id, linked, links: rows.links, signal })
    const aliases = new Map(linked.map(({ id, name }) => [id as string, name]))
    return {
      picture: kbPicture({ kbId: kb.id, name: kb.name, rows, aliases, foreign: named.names }),
      notes: named.problems.map((problem) => `names of documents elsewhere are missing: ${problem}`),
    }
  } finally {
    reader.close()
  }
}
