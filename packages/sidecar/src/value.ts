/**
 * YAML data as this package types it. Integers are bigint and keep all their digits; floats are number.
 * Aliases are resolved: both places hold the same object.
 */
export type YamlValue = null | boolean | bigint | number | string | YamlOpaque | YamlCycle | YamlSeq | YamlMap

/** A scalar that reads as something JSON cannot hold. */
export interface YamlOpaque {
  readonly kind: 'opaque'
  /** In the author's words: what it is. */
  readonly what:
    | 'a date or time'
    | 'a tagged value'
    | 'a number without digits'
    | 'a number of too many digits'
  readonly text: string
}

/** An alias inside of the node it names; reads as null. */
export interface YamlCycle {
  readonly kind: 'cycle'
}

export interface YamlSeq {
  readonly kind: 'seq'
  readonly tag: string | null
  readonly items: readonly YamlItem[]
  /** Nodes and characters beneath, every alias expanded. */
  readonly size: number
}

/** A value with its place. */
export interface YamlItem {
  readonly value: YamlValue
  /** UTF-16 offset of the value, or of its key if it is empty. */
  readonly offset: number
}

export interface YamlMap {
  readonly kind: 'map'
  readonly tag: string | null
  /** In file order, what merge keys bring in at the end; keys are unique under {@link canonicalKey}. */
  readonly entries: readonly YamlEntry[]
  readonly size: number
}

export interface YamlEntry extends YamlItem {
  readonly key: YamlValue
  readonly keyOffset: number
  /** True if a merge key brought it in. */
  readonly merged: boolean
}

export const CYCLE: YamlCycle = { kind: 'cycle' }

/** True for a mapping. */
export function isYamlMap(value: YamlValue): value is YamlMap {
  return typeof value === 'object' && value !== null && value.kind === 'map'
}

/** True for a list. */
export function isYamlSeq(value: YamlValue): value is YamlSeq {
  return typeof value === 'object' && value !== null && value.kind === 'seq'
}

/** The entry under a string key, or undefined. */
export function entryOf(map: YamlMap, key: string): YamlEntry | undefined {
  return map.entries.find((entry) => entry.key === key)
}

/** The value under a string key; null if there is none, as for a key written without a value. */
export function valueAt(map: YamlMap, key: string): YamlValue {
  return entryOf(map, key)?.value ?? null
}

/** What `value` is, in the author's words; never a runtime class. */
export function describeValue(value: YamlValue): string {
  if (value === null) return 'nothing'
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'text'
  if (typeof value === 'boolean') return 'true or false'
  if (typeof value === 'bigint' || typeof value === 'number') return 'a number'
  if (value.kind === 'opaque') return value.what
  if (value.kind === 'cycle') return 'an alias of itself'
  return value.kind === 'seq' ? 'a list' : 'a mapping'
}

/** Equal for two keys exactly if one mapping may not hold both: `1`, `1.0` and `true` are one key. */
export function canonicalKey(key: YamlValue): string {
  if (key === null) return 'null'
  if (typeof key === 'string') return `s${key}`
  if (typeof key === 'boolean') return key ? 'n1' : 'n0'
  if (typeof key === 'bigint') return `n${key}`
  if (typeof key === 'number') return Number.isInteger(key) ? `n${BigInt(key)}` : `n${key}`
  if (key.kind === 'opaque') return `o${key.text}`
  if (key.kind === 'cycle') return 'cycle'
  if (key.kind === 'seq')
    return `[${key.items.map((item) => JSON.stringify(canonicalKey(item.value))).join()}]`
  const pairs = key.entries.map((entry) => [canonicalKey(entry.key), canonicalKey(entry.value)])
  return `{${JSON.stringify(pairs.sort())}}`
}

/**
 * True if both hold the same data: types, digits, tags and the order of lists count, the order of keys does not.
 * A float's NaN equals itself.
 */
export function sameValue(a: YamlValue, b: YamlValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (a.kind === 'opaque') return b.kind === 'opaque' && a.what === b.what && a.text === b.text
  if (a.kind === 'cycle') return b.kind === 'cycle'
  if (a.kind === 'seq') return b.kind === 'seq' && sameSeq(a, b)
  return b.kind === 'map' && sameMap(a, b)
}

function sameSeq(a: YamlSeq, b: YamlSeq): boolean {
  if (a.tag !== b.tag || a.items.length !== b.items.length) return false
  return a.items.every((item, index) => sameValue(item.value, b.items[index]?.value ?? null))
}

function sameMap(a: YamlMap, b: YamlMap): boolean {
  if (a.tag !== b.tag || a.entries.length !== b.entries.length) return false
  const others = new Map(b.entries.map((entry) => [canonicalKey(entry.key), entry]))
  return a.entries.every((entry) => {
    const other = others.get(canonicalKey(entry.key))
    return other !== undefined && sameValue(entry.key, other.key) && sameValue(entry.value, other.value)
  })
}
