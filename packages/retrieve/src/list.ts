import type { DocumentView, SearchFilters } from './contracts.js'
import { toDocumentView } from './document-view.js'
import { toChunkFilter } from './filters.js'
import { changedPaths, changeState } from './freshness.js'
import type { IndexAccess } from './index-access.js'

/** The active documents that the filters let through, sorted by path in code-point order. */
export async function list(
  session: { readonly root: string; readonly index: IndexAccess },
  filters: SearchFilters = {},
): Promise<readonly DocumentView[]> {
  const filter = toChunkFilter(filters)
  const reader = await session.index.reader()
  const { documents, counts, stamps } = reader.snapshot(() => {
    const found = reader.documents(filter)
    return {
      documents: found,
      counts: reader.chunkCounts(filter),
      stamps: reader.stamps(found.map(({ path }) => path)),
    }
  })
  const changed = await changedPaths(session.root, documents, stamps)
  return documents.map((document) =>
    toDocumentView(document, {
      chunks: counts.get(document.id) ?? 0,
      ...changeState(changed.get(document.path)),
    }),
  )
}
