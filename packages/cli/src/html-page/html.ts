import { escapeText } from '../output/escape.js'

/** A piece of HTML that is safe to put into a page as it is. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | null | readonly Part[]

/**
 * HTML from a template: everything put into it is escaped, but for other pieces of HTML. Lists are joined, null is
 * nothing. Control characters and marks that reorder text are shown, not obeyed.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, i) => text + toText(parts[i] ?? null)).join('') }
}

function toText(part: Part): string {
  if (part === null) return ''
  if (Array.isArray(part)) return part.map(toText).join('')
  if (typeof part === 'object') return (part as Html).html
  return escapeText(String(part)).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
