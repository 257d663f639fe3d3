import type { SidecarEdit } from './contracts.js'
import { addKey } from './edit/add-key.js'
import { clearExtraction, setExtraction } from './edit/extraction.js'
import { addLink, removeLink, setLinks } from './edit/links.js'
import { expandSelfLinks } from './edit/self-links.js'
import { type EditSession, startSession } from './edit/session.js'
import { setTags } from './edit/tags.js'
import { parseSidecarText, type SidecarContext } from './parse-sidecar.js'
import { decodeSidecar } from './source-text.js'

/**
 * The bytes of a sidecar after `edits`, in order; `bytes` itself if they change no data. Pure.
 *
 * Text is spliced, never printed anew: every byte outside of the touched values stays, be it indentation, quotes,
 * comments, blank lines, line breaks or markers. After each edit the text is parsed again and its data compared with
 * the data intended. A file that changes gets the KB's id for each `self` in its links.
 * @throws SidecarError what {@link parseSidecar} says of `bytes`; `SIDECAR_SHARED`, `SIDECAR_UNSAFE_EDIT`,
 * `SIDECAR_BAD_EDIT`.
 */
export function editSidecarBytes(
  bytes: Uint8Array,
  edits: readonly SidecarEdit[],
  context: SidecarContext,
): Uint8Array {
  const session = startSession(parseSidecarText(decodeSidecar(bytes, context.path), context))
  const before = session.current.text
  for (const edit of edits) applyEdit(session, edit)
  if (session.current.text === before) return bytes
  expandSelfLinks(session)
  return Buffer.from(session.current.text, 'utf8')
}

function applyEdit(session: EditSession, edit: SidecarEdit): void {
  switch (edit.kind) {
    case 'add-link':
      addLink(session, edit)
      break
    case 'remove-link':
      removeLink(session, edit)
      break
    case 'set-links':
      setLinks(session, edit.links)
      break
    case 'set-tags':
      setTags(session, edit.tags)
      break
    case 'set-extraction':
      setExtraction(session, edit.record)
      break
    case 'clear-extraction':
      clearExtraction(session)
      break
    case 'add-key':
      addKey(session, edit.key, edit.value)
      break
  }
}
