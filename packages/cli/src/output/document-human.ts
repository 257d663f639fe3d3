import { displayPath } from '@pinakes/manifest'
import type { DocumentText } from '@pinakes/retrieve'
import { changedNote } from './changed-note.js'
import { escapeText } from './escape.js'
import type { Style } from './style.js'

/** A document for a terminal: path and title, the citation of what is shown, then the text with controls made visible. */
export function renderDocument(document: DocumentText, style: Style): string {
  const title = document.title === null ? '' : ` - ${displayPath(document.title)}`
  const note = changedNote(document)
  return [
    `${style.strong(displayPath(document.path))}${title}`,
    style.faint(`(${displayPath(document.citation)})`),
    ...(note === null ? [] : [style.caution(`! ${note}`)]),
    '',
    escapeText(document.text).replace(/\n$/, ''),
  ].join('\n')
}
