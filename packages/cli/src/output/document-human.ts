import { displayPath } from '@pinakes/manifest'
import type { DocumentText } from '@pinakes/retrieve'
import { CHANGED_NOTE } from './changed-note.js'
import { escapeText } from './escape.js'
import type { Style } from './style.js'

/** A document for a terminal: path and title, the citation of what is shown, then the text with controls made visible. */
export function renderDocument(document: DocumentText, style: Style): string {
  const title = document.title === null ? '' : ` - ${displayPath(document.title)}`
  return [
    `${style.strong(displayPath(document.path))}${title}`,
    style.faint(`(${displayPath(document.citation)})`),
    ...(document.changedSinceIndex ? [style.caution(`! ${CHANGED_NOTE}`)] : []),
    '',
    escapeText(document.text).replace(/\n$/, ''),
  ].join('\n')
}
