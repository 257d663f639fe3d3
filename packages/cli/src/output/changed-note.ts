import type { DocumentView } from '@pinakes/retrieve'

/** What stands beside text whose file is no longer what was indexed: it must not pass for current. Null where it is. */
export function changedNote({
  changedSinceIndex,
  fileIsGone,
}: Pick<DocumentView, 'changedSinceIndex' | 'fileIsGone'>): string | null {
  if (!changedSinceIndex) return null
  return fileIsGone ? 'the file is gone: run pnk sync' : 'the file changed since it was indexed: run pnk sync'
}
