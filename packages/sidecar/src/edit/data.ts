import type { JsonValue } from '../contracts.js'
import {
  entryOf,
  type YamlEntry,
  type YamlItem,
  type YamlMap,
  type YamlSeq,
  type YamlValue,
} from '../value.js'

// The data that an edit is to give is made here, apart from the text: offsets and sizes do not count.
const NOWHERE = { offset: 0, size: 0 }

/** JSON as typed data. */
export function fromJson(value: JsonValue): YamlValue {
  if (typeof value === 'number') return asWritten(value)
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return seqOf(value.map(fromJson))
  return mapOf(Object.entries(value).map(([key, inner]) => [key, fromJson(inner)]))
}

/** A list of `values`. */
export function seqOf(values: readonly YamlValue[]): YamlSeq {
  return { kind: 'seq', tag: null, items: values.map((value) => ({ value, ...NOWHERE })), size: 0 }
}

/** A mapping of string keys. */
export function mapOf(entries: readonly (readonly [string, YamlValue])[]): YamlMap {
  return { kind: 'map', tag: null, entries: entries.map(([key, value]) => entry(key, value)), size: 0 }
}

/** `map` with `key` set, at its place or at the end. */
export function withKey(map: YamlMap, key: string, value: YamlValue): YamlMap {
  const old = entryOf(map, key)
  const entries = old
    ? map.entries.map((each): YamlEntry => (each === old ? { ...each, value } : each))
    : [...map.entries, entry(key, value)]
  return { ...map, entries }
}

/** `map` without `key`. */
export function withoutKey(map: YamlMap, key: string): YamlMap {
  return { ...map, entries: map.entries.filter((each) => each.key !== key) }
}

/** `seq` with other items. */
export function withItems(seq: YamlSeq, values: readonly YamlValue[]): YamlSeq {
  return { ...seq, items: values.map((value): YamlItem => ({ value, ...NOWHERE })) }
}

/** A number without a point or exponent is written, and read back, as an integer. */
function asWritten(value: number): number | bigint {
  const text = String(value)
  return /^-?\d+$/.test(text) ? BigInt(text) : value
}

function entry(key: string, value: YamlValue): YamlEntry {
  return { key, keyOffset: 0, value, offset: 0, merged: false }
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
