import type { ManifestFaults } from './manifest-faults.js'
import { type Key, keyName, type Required, required, type Table, type ValuesOf } from './manifest-key.js'
import { compareCodePoints } from './text.js'
import { describeToml, isTomlTable, type TomlTable, type TomlValue } from './toml-value.js'

type Keys = Readonly<Record<string, Key<unknown>>>

/**
 * The values of one table, or null if anything is wrong with it; then `faults` has it all. An absent optional table
 * is one without keys. `name` is the table's place where it differs from its kind, as `links.kb[0]` does.
 */
export function readTable<K extends Keys>(
  spec: Table<K>,
  raw: TomlValue | undefined,
  faults: ManifestFaults,
  name: string = spec.name,
): ValuesOf<K> | null {
  if (raw !== undefined && !isTomlTable(raw)) {
    faults.add({
      table: name,
      message: `must be a table, found ${describeToml(raw)}`,
      remedy: `Write a table [${name}].`,
    })
    return null
  }
  const found = raw ?? {}
  const values: Record<string, unknown> = {}
  let sound = true
  for (const [field, key] of Object.entries(spec.keys)) {
    const reading = readKey(key, keyName(field), found)
    if ('fault' in reading) {
      sound = false
      faults.add({ table: name, message: reading.fault, remedy: reading.remedy })
    } else values[field] = reading.value
  }
  if (!refuseUnknown(spec, found, faults, name)) sound = false
  return sound ? (values as ValuesOf<K>) : null
}

type KeyReading = { readonly value: unknown } | { readonly fault: string; readonly remedy: string }

function readKey(key: Key<unknown>, name: string, found: TomlTable): KeyReading {
  const raw = Object.hasOwn(found, name) ? found[name] : undefined
  if (raw === undefined) return absentValue(key.absent, key, name)
  const reading = key.read(raw)
  if (!('fault' in reading)) return reading
  return { fault: `${name} ${reading.fault}`, remedy: reading.remedy ?? `Correct ${name} (${key.type}).` }
}

function absentValue(absent: unknown | Required, key: Key<unknown>, name: string): KeyReading {
  if (absent !== required) return { value: absent }
  return { fault: `${name} is missing`, remedy: `Add ${name} (${key.type}).` }
}

/** Refuses keys of older formats by name, and every other unknown key in one sorted list. True if there are none. */
function refuseUnknown(spec: Table<Keys>, found: TomlTable, faults: ManifestFaults, name: string): boolean {
  const known = new Set([...Object.keys(spec.keys).map(keyName), ...spec.nested])
  const leftover = Object.keys(found).filter((key) => !known.has(key))
  const retired = leftover.filter((key) => Object.hasOwn(spec.retired, key))
  for (const key of retired) {
    faults.add({ table: name, message: `${key} ${spec.retired[key]}`, remedy: `Remove ${key}.` })
  }
  const unknown = leftover.filter((key) => !retired.includes(key))
  if (unknown.length > 0) {
    faults.add({
      table: name,
      message: unknownKeys(unknown),
      remedy: 'Remove or rename them; keys are exact.',
    })
  }
  return leftover.length === 0
}

/** `unknown key a` or `unknown keys a, b`, in code-point order. */
export function unknownKeys(keys: readonly string[]): string {
  const listed = [...keys]
    .sort(compareCodePoints)
    .map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key)))
  return `unknown ${listed.length === 1 ? 'key' : 'keys'} ${listed.join(', ')}`
}
