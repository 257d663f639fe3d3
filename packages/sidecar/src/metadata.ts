import { compareCodePoints } from '@pinakes/manifest'
import { nameOfKey } from './compose.js'
import type { SidecarWarning } from './contracts.js'
import type { Problems } from './problem.js'
import { isYamlMap, isYamlSeq, type YamlEntry, type YamlItem, type YamlMap, type YamlValue } from './value.js'

/** Keys that the index keeps in columns or tables of their own. */
const NOT_INDEXED = new Set<YamlValue>(['id', 'title', 'created', 'links'])

/** What the index keeps of a sidecar as JSON text, and what it could keep only as null. */
export interface Metadata {
  readonly json: string
  readonly warnings: readonly NulledValue[]
}

/** A value that the index holds as null. */
export interface NulledValue extends Pick<SidecarWarning, 'kind' | 'where'> {
  readonly offset: number
}

/**
 * `tags`, `provenance` and the user's keys as a JSON object with sorted keys; empty known keys are left out.
 * Adds to `problems` every key and value that JSON cannot hold. Integers keep all their digits and floats their
 * point; infinities, NaN and a node's aliases of itself become null, with a warning each.
 */
export function encodeMetadata(root: YamlMap, problems: Problems): Metadata {
  const indexed = root.entries.filter((entry) => !NOT_INDEXED.has(entry.key) && !isEmptyKnown(entry))
  const encoder = new Encoder(problems)
  for (const entry of root.entries) encoder.checkTopLevelKey(entry)
  return { json: encoder.object(indexed, ''), warnings: encoder.warnings }
}

/** True for a known key written without a value: the same as the key's absence. */
export function isEmptyKnown({ key, value }: Pick<YamlEntry, 'key' | 'value'>): boolean {
  if (key !== 'tags' && key !== 'links' && key !== 'provenance') return false
  if (value === null) return true
  if (isYamlSeq(value)) return value.items.length === 0
  return isYamlMap(value) && value.entries.length === 0
}

class Encoder {
  readonly warnings: NulledValue[] = []
  readonly #problems: Problems

  constructor(problems: Problems) {
    this.#problems = problems
  }

  checkTopLevelKey({ key, keyOffset }: YamlEntry): void {
    if (typeof key !== 'string') this.#badKey(key, keyOffset, 'the sidecar')
  }

  object(entries: readonly YamlEntry[], path: string): string {
    const members = entries.map((entry): [string, string] => {
      const name = jsonKey(entry.key)
      return [name, this.#value(entry, path === '' ? name : `${path}.${name}`)]
    })
    members.sort(([a], [b]) => compareCodePoints(a, b))
    return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`
  }

  #value(item: YamlItem, path: string): string {
    const { value, offset } = item
    if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
    if (typeof value === 'string') return JSON.stringify(value)
    if (typeof value === 'number')
      return Number.isFinite(value) ? floatText(value) : this.#nullFor('non-finite', path, offset)
    if (value.kind === 'cycle') return this.#nullFor('self-reference', path, offset)
    if (value.kind === 'seq') return this.#array(value.items, path)
    if (value.kind === 'map') {
      this.#checkKeys(value, path)
      return this.object(value.entries, path)
    }
    this.#problems.push({
      code: 'SIDECAR_VALUE',
      message: `\`${path}\` holds ${value.what}, which the index cannot keep`,
      remedy: value.what === 'a tagged value' ? 'Drop the tag, or quote the value.' : 'Quote the value.',
      offset,
    })
    return 'null'
  }

  #array(items: readonly YamlItem[], path: string): string {
    return `[${items.map((item, index) => this.#value(item, `${path}[${index}]`)).join()}]`
  }

  #nullFor(kind: SidecarWarning['kind'], where: string, offset: number): string {
    this.warnings.push({ kind, where, offset })
    return 'null'
  }

  /** All strings, all numbers and booleans, or one null: anything else has no one reading as JSON. */
  #checkKeys(map: YamlMap, path: string): void {
    const keys = map.entries
    if (keys.every(({ key }) => typeof key === 'string') || keys.every(({ key }) => isNumberLike(key))) return
    if (keys.length === 1 && keys[0]?.key === null) return
    const odd = keys.find(({ key }) => typeof key !== 'string') ?? keys[0]
    if (odd) this.#badKey(odd.key, odd.keyOffset, `\`${path}\``)
  }

  #badKey(key: YamlValue, offset: number, where: string): void {
    this.#problems.push({
      code: 'SIDECAR_KEY',
      message: `${where} has a key that is not a string: \`${nameOfKey(key)}\``,
      remedy: `Quote the key: \`'${nameOfKey(key).replaceAll("'", "''")}':\`.`,
      offset,
    })
  }
}

function isNumberLike(key: YamlValue): boolean {
  return typeof key === 'boolean' || typeof key === 'bigint' || typeof key === 'number'
}

function jsonKey(key: YamlValue): string {
  if (typeof key === 'string') return key
  if (typeof key === 'number') return floatText(key)
  return nameOfKey(key)
}

/** A float as JSON that stays a float: `1.0`, `1e+16`; shortest digits that read back the same. */
function floatText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}
