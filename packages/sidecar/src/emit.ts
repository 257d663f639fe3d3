import { authoredScalar } from './authored-scalar.js'
import type { JsonValue } from './contracts.js'

/** Key and value of a mapping to write, in order. */
export type Entries = readonly (readonly [string, JsonValue])[]

/** How new block lines are indented. */
export interface BlockStyle {
  /** Zero-based column of the mapping's keys. */
  readonly column: number
  /** Columns from a mapping to one inside of it; at least 1. */
  readonly step: number
  /** Columns from a mapping to the `-` of a list inside of it; 0 is YAML's compact form. */
  readonly listOffset: number
  /** Columns from a `-` to what follows it; at least 2. */
  readonly itemIndent: number
}

/** What `sync` and `init` write. */
export const MINTED_STYLE: BlockStyle = { column: 0, step: 2, listOffset: 0, itemIndent: 2 }

/**
 * A mapping as block lines without line breaks, never folded, keys in the given order. Empty lists and mappings
 * inside are `[]` and `{}`.
 */
export function blockMapLines(entries: Entries, style: BlockStyle): string[] {
  const indent = ' '.repeat(style.column)
  return entries.flatMap(([key, value]) => {
    const head = `${indent}${authoredScalar(key)}:`
    if (isList(value) && value.length > 0) {
      return [head, ...blockListLines(value, { ...style, column: style.column + style.listOffset })]
    }
    if (isMapping(value) && Object.keys(value).length > 0) {
      return [head, ...blockMapLines(Object.entries(value), { ...style, column: style.column + style.step })]
    }
    return [`${head} ${flowText(value)}`]
  })
}

/** A list as block lines; `style.column` is that of the `-`. */
export function blockListLines(items: readonly JsonValue[], style: BlockStyle): string[] {
  const indent = ' '.repeat(style.column)
  return items.flatMap((item) => {
    const inner = { ...style, column: style.column + style.itemIndent }
    const nested =
      isList(item) && item.length > 0
        ? blockListLines(item, inner)
        : isMapping(item) && Object.keys(item).length > 0
          ? blockMapLines(Object.entries(item), inner)
          : [`${' '.repeat(inner.column)}${flowText(item)}`]
    const [first = '', ...rest] = nested
    return [`${indent}-${first.slice(style.column + 1)}`, ...rest]
  })
}

/** A value on one line, in flow style. */
export function flowText(value: JsonValue): string {
  if (typeof value === 'string') return authoredScalar(value)
  if (isList(value)) return `[${value.map(flowText).join(', ')}]`
  if (isMapping(value)) return flowMapText(Object.entries(value))
  if (typeof value === 'number') return numberText(value)
  return String(value)
}

/** A mapping on one line, its keys in the given order. */
export function flowMapText(entries: Entries): string {
  return `{${entries.map(([key, value]) => `${authoredScalar(key)}: ${flowText(value)}`).join(', ')}}`
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf'
  return String(value)
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isMapping(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
