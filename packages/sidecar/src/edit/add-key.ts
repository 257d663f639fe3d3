import type { JsonValue } from '../contracts.js'
import { entryOf } from '../value.js'
import { fromJson, withKey } from './data.js'
import { refuseShared } from './locate.js'
import type { EditSession } from './session.js'
import { styleIn } from './style.js'
import { addEntries } from './values.js'

/** Adds a top-level key, unless the file has it. */
export function addKey(session: EditSession, key: string, value: JsonValue): void {
  const sidecar = session.current
  const { text, document, root } = sidecar
  if (entryOf(root, key) !== undefined) return
  refuseShared(sidecar, [document.root], key)
  session.apply({
    candidates: addEntries(text, document.root, [[key, value]], styleIn(sidecar, document.root)),
    intended: withKey(root, key, fromJson(value)),
    what: `add \`${key}\``,
  })
}
