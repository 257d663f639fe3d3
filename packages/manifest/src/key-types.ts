import type { Decimal } from './decimal.js'
import type { Key, Reading, Required } from './manifest-key.js'
import { parseKbTimestamp } from './timestamp.js'
import { describeToml, type TomlValue } from './toml-value.js'
import { isUlid, type Ulid } from './ulid.js'

type Absent<A> = Exclude<A, Required>

/** A string that is not blank; kept as written, surrounding space included. */
export function text<A extends string | null | Required>(absent: A, doc: string): Key<string | Absent<A>> {
  return { type: 'string', absent: absent as Absent<A> | Required, doc, read: readText }
}

/** One string of a closed set. `refused` gives the reason for values that somebody may expect to work. */
export function choice<const C extends string>(
  choices: readonly C[],
  absent: C,
  doc: string,
  refused: Readonly<Record<string, string>> = {},
): Key<C> {
  const type = choices.map((value) => `"${value}"`).join(' or ')
  const read = (value: TomlValue): Reading<C> => {
    const found = typeof value === 'string' ? choices.find((known) => known === value) : undefined
    if (found !== undefined) return { value: found }
    if (typeof value === 'string' && Object.hasOwn(refused, value))
      return { fault: `= "${value}" ${refused[value]}` }
    return { fault: `must be ${type}, found ${show(value)}`, remedy: `Use ${type}.` }
  }
  return { type, absent, doc, read }
}

/** A ULID of a kind. */
export function ulid<Kind extends string>(kind: Kind, absent: Required, doc: string): Key<Ulid<Kind>> {
  const read = (value: TomlValue): Reading<Ulid<Kind>> => {
    if (typeof value !== 'string') return mistyped('a string', value)
    if (isUlid<Kind>(value)) return { value }
    return {
      fault: `must be a ${kind} id (a ULID: 26 characters of 0-9 and A-Z without I, L, O, U, the first at most 7), found ${show(value)}`,
      remedy: 'Restore the id as it was first written; ids are upper case and never change.',
    }
  }
  return { type: 'ULID', absent, doc, read }
}

/** A KB timestamp. */
export function timestamp(absent: null, doc: string): Key<string | null> {
  const read = (value: TomlValue): Reading<string> => {
    if (typeof value !== 'string') return mistyped('a string "YYYYMMDD HH:MM"', value)
    return parseKbTimestamp(value)
      ? { value }
      : {
          fault: `must read "YYYYMMDD HH:MM" (UTC), found ${show(value)}`,
          remedy: 'Write it like "20260725 09:14".',
        }
  }
  return { type: '"YYYYMMDD HH:MM"', absent, doc, read }
}

/** An integer of a range, both ends included. Floats are refused even where they are whole. */
export function integer(
  absent: number | Required,
  range: { readonly min: number; readonly max?: number },
  doc: string,
): Key<number> {
  const max = range.max ?? Number.MAX_SAFE_INTEGER
  const type = range.max === undefined ? `integer ≥ ${range.min}` : `integer ${range.min}…${range.max}`
  const read = (value: TomlValue): Reading<number> => {
    if (typeof value !== 'bigint') return mistyped('an integer', value)
    if (value < BigInt(range.min)) return { fault: `must be at least ${range.min}, found ${value}` }
    return value > BigInt(max)
      ? { fault: `must be at most ${max}, found ${value}` }
      : { value: Number(value) }
  }
  return { type, absent, doc, read }
}

/** Any finite number, integer or float, as a float. */
export function finite(absent: Required, doc: string): Key<number> {
  return { type: 'number', absent, doc, read: readFinite }
}

/** An amount of money, exact: the shortest decimal that names the number written. Never negative. */
export function amount(absent: string, doc: string): Key<Decimal> {
  const read = (value: TomlValue): Reading<Decimal> => {
    const number = readFinite(value)
    if ('fault' in number) return number
    if (number.value < 0) return { fault: `must not be negative, found ${show(value)}` }
    return { value: toDecimal(typeof value === 'bigint' ? value : number.value) }
  }
  return { type: 'amount ≥ 0', absent: absent as Decimal, doc, read }
}

/** A list of strings, none of them blank. */
export function texts(absent: readonly string[], minItems: number, doc: string): Key<readonly string[]> {
  const read = (value: TomlValue): Reading<readonly string[]> => {
    if (!Array.isArray(value)) return mistyped('an array of strings', value)
    if (value.length < minItems) return { fault: `must hold at least ${minItems} item` }
    const items: string[] = []
    for (const [i, item] of (value as readonly TomlValue[]).entries()) {
      const reading = readText(item)
      if ('fault' in reading) return { fault: `item ${i} ${reading.fault}` }
      items.push(reading.value)
    }
    return { value: items }
  }
  return { type: minItems > 0 ? 'array of strings, not empty' : 'array of strings', absent, doc, read }
}

/** The IANA name of a time zone. */
export function timeZone(absent: string, doc: string): Key<string> {
  const read = (value: TomlValue): Reading<string> => {
    const reading = readText(value)
    if ('fault' in reading) return reading
    const fault = timeZoneFault(reading.value)
    return fault === null ? reading : { fault, remedy: 'Use a name like "UTC" or "Europe/Berlin".' }
  }
  return { type: 'IANA time zone', absent, doc, read }
}

function timeZoneFault(name: string): string | null {
  // The default: the first question to Intl loads its tables, which takes 20 ms of every start.
  if (name === 'UTC') return null
  const fault = `must be an IANA time zone, found ${show(name)}`
  // Intl takes "+01:00", which no other reader of the file does.
  if (/^[-+]/.test(name)) return fault
  try {
    const canonical = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    // Intl ignores case; the zone files that others read do not.
    const recased = canonical !== name && canonical.toLowerCase() === name.toLowerCase()
    return recased ? `${fault}; it is spelled "${canonical}"` : null
  } catch {
    return fault
  }
}

function readText(value: TomlValue): Reading<string> {
  if (typeof value !== 'string') return mistyped('a string', value)
  return value.trim() === '' ? { fault: 'must not be blank' } : { value }
}

function readFinite(value: TomlValue): Reading<number> {
  if (typeof value !== 'bigint' && typeof value !== 'number') return mistyped('a number', value)
  const number = Number(value)
  if (!Number.isFinite(number)) return { fault: `must be a finite number, found ${number}` }
  if (typeof value === 'bigint' && !Number.isSafeInteger(number)) {
    return { fault: `must be at most ${Number.MAX_SAFE_INTEGER} in size, found ${value}` }
  }
  return { value: number }
}

/** A finite, non-negative number as plain decimal text without exponent. */
function toDecimal(value: bigint | number): Decimal {
  const shortest = String(value)
  const [mantissa = '', exponent] = shortest.split('e')
  if (exponent === undefined) return shortest as Decimal
  const [whole = '', fraction = ''] = mantissa.split('.')
  const point = whole.length + Number(exponent)
  const digits = whole + fraction
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}` as Decimal
  return digits.padEnd(point, '0') as Decimal
}

function mistyped(expected: string, found: TomlValue): { fault: string } {
  return { fault: `must be ${expected}, found ${describeToml(found)}` }
}

function show(value: TomlValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : describeToml(value)
}
