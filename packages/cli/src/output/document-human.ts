import { displayPath } from '@pinakes/manifest'
import type { DocumentText } from '@pinakes/retrieve'
import { changedNote } from './changed-note.js'
import { escapeText } from './escape.js'
import type { Style } from './style.js'

/** A document for a terminal: path and title, the citation of what is shown and what to know of it, then the text with controls made visible. */
export function renderDocument(document: DocumentText, style: Style): string {
  const title = document.title === null ? '' : ` - ${displayPath(document.title)}`
  const changed = changedNote(document)
  const notes = [...(changed === null ? [] : [changed]), ...document.notices]
  return [
    `${style.strong(displayPath(document.path))}${title}`,
    style.faint(`(${displayPath(document.citation)})`),
    ...notes.map((note) => style.caution(`! ${note}`)),
    '',
    escapeText(document.text).replace(/\n$/, ''),
  ].join('\n')
}
