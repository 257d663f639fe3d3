import { quote } from '@pinakes/manifest'
import { damaged } from './template-error.js'

/**
 * What a manifest template may name, the union over all versions. Strings are escaped for a TOML basic string, so
 * a template puts the quotes.
 */
export interface TemplateVariables {
  readonly name: string
  readonly kb_id: string
  /** `name@version`. */
  readonly template: string
  /** KB timestamp. */
  readonly created: string
  readonly embedding_provider: string
  readonly embedding_model: string
  readonly embedding_dim: number
  /** `local` or `none`. */
  readonly retrieval_rerank: string
  readonly rerank_provider: string
  readonly rerank_model: string
}

const VARIABLE = /(?<!\{)\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}/g

/**
 * `text` with every `{{ variable }}` replaced by its value. Nothing else of the Jinja language is understood.
 * @param template `name@version`, for errors.
 * @throws TemplateError `TEMPLATE_DAMAGED` for an unknown variable and for any other `{{`, `{%` or `{#`.
 */
export function renderTemplate(text: string, variables: TemplateVariables, template: string): string {
  const values: Readonly<Record<string, string | number>> = { ...variables }
  let rendered = ''
  let end = 0
  // Piece by piece, so that braces in a value are never taken for a variable.
  for (const { index, 0: written, 1: name = '' } of text.matchAll(VARIABLE)) {
    rendered += literal(text, end, index, template) + lookUp(values, name, template)
    end = index + written.length
  }
  return rendered + literal(text, end, text.length, template)
}

function literal(text: string, start: number, end: number, template: string): string {
  const piece = text.slice(start, end)
  const found = /\{[{%#]/.exec(piece)
  if (!found) return piece
  const line = text.slice(0, start + found.index).split('\n').length
  throw damaged(template, `line ${line}: only {{ variable }} is understood, found ${quote(found[0])}`)
}

function lookUp(values: Readonly<Record<string, string | number>>, name: string, template: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw damaged(template, `it asks for an unknown variable, ${name}`)
  return typeof value === 'number' ? String(value) : escapeTomlString(value)
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}

/** `text` as the inside of a TOML basic string. */
export function escapeTomlString(text: string): string {
  return text.replace(
    /["\\\u0000-\u001f\u007f]/g,
    (char) => SHORT_ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
