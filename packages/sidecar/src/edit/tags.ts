import { appendItems, listData, removeFromList } from './list.js'
import type { EditSession } from './session.js'

/** Makes the file's tags those wanted, as multisets: leftovers go, new ones are appended in order, the rest stays put. */
export function setTags(session: EditSession, wanted: readonly string[]): void {
  const removed: number[] = []
  const missing = [...wanted]
  for (const [index, { value }] of listData(session.current, 'tags').items.entries()) {
    const at = typeof value === 'string' ? missing.indexOf(value) : -1
    if (at === -1) removed.push(index)
    else missing.splice(at, 1)
  }
  appendItems(session, 'tags', missing)
  removeFromList(session, 'tags', removed)
}
