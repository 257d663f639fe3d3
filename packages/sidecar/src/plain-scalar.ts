import type { YamlOpaque, YamlValue } from './value.js'

type PlainValue = null | boolean | bigint | number | string | YamlOpaque

const NULL = /^(?:~|null|Null|NULL)?$/
const BOOL = /^(?:true|True|TRUE|false|False|FALSE)$/
const BOOL_1_1 = /^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/
const TRUTHY = /^(?:y|yes|true|on)$/i
const INT = /^[-+]?(?:0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)$/
const FLOAT =
  /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+|\.[0-9_]+(?:[eE][-+][0-9]+)?)$/
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/
const SEXAGESIMAL = /^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/
const DATE =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[ \t]+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::?\d\d)?))?)$/

// Most scalars are words: what cannot begin any typed scalar is text.
const MAY_BE_TYPED = /^(?:$|[-+.~0-9=<nNtTfFyYoO])/

/**
 * The value of a plain, untagged scalar: the format's own table, so that every edition accepts the same files
 * (the YAML library's schemas round big integers and read `1_000` and bare dates as text).
 * `yaml11` (a `%YAML 1.1` directive) switches to the booleans of YAML 1.1 and adds sexagesimal numbers.
 */
export function typePlain(text: string, yaml11: boolean): PlainValue {
  if (!MAY_BE_TYPED.test(text)) return text
  if (NULL.test(text)) return null
  if ((yaml11 ? BOOL_1_1 : BOOL).test(text)) return TRUTHY.test(text)
  if (INT.test(text)) return integer(text)
  if (FLOAT.test(text)) return float(text)
  if (INFINITE.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  if (NOT_A_NUMBER.test(text)) return Number.NaN
  if (yaml11 && SEXAGESIMAL.test(text)) return sexagesimal(text)
  if (DATE.test(text)) return { kind: 'opaque', what: 'a date or time', text }
  if (text === '=' || text === '<<') return { kind: 'opaque', what: 'a tagged value', text }
  return text
}

/**
 * The value of a scalar under a core tag (`int`, `float`, `bool`, `null`), or undefined if the text does not fit
 * it. Quotes do not matter under an explicit tag.
 */
export function typeTagged(text: string, tag: 'int' | 'float' | 'bool' | 'null'): YamlValue | undefined {
  if (tag === 'null') return NULL.test(text) ? null : undefined
  if (tag === 'bool') return BOOL_1_1.test(text) ? TRUTHY.test(text) : undefined
  const value = typePlain(text, false)
  if (tag === 'int') return typeof value === 'bigint' ? value : undefined
  return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined
}

/** True if YAML 1.1 or 1.2 reads the plain scalar `text` as anything but that text, or might. */
export function isTypedPlain(text: string): boolean {
  return typeof typePlain(text, true) !== 'string' || LOOSELY_TYPED.test(text)
}

// Read as numbers or dates by other YAML readers, if not by the table above.
const LOOSELY_TYPED =
  /^(?:[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[eE][-+]?[0-9]+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|\d{4}-\d{1,2}-\d{1,2}(?:[Tt \t].*)?|\+?\.(?:nan|NaN|NAN))$/

// Python refuses longer ones, and converting them takes time quadratic in their length.
const MAX_DIGITS = 4300

function integer(text: string): bigint | YamlOpaque {
  const digits = text.replaceAll('_', '').replace(/^[-+]/, '')
  if (/^0[box]$/.test(digits)) return { kind: 'opaque', what: 'a number without digits', text }
  if (digits.length > MAX_DIGITS) return { kind: 'opaque', what: 'a number of too many digits', text }
  return text.startsWith('-') ? -BigInt(digits) : BigInt(digits)
}

function float(text: string): number | YamlOpaque {
  const value = Number(text.replaceAll('_', ''))
  return Number.isNaN(value) ? { kind: 'opaque', what: 'a number without digits', text } : value
}

function sexagesimal(text: string): bigint | number {
  const [whole = '', fraction] = text.replaceAll('_', '').replace(/^[-+]/, '').split('.')
  const value = whole.split(':').reduce((sum, part) => sum * 60n + BigInt(part), 0n)
  const sign = text.startsWith('-') ? -1 : 1
  if (fraction === undefined) return value * BigInt(sign)
  return sign * (Number(value) + Number(`0.${fraction || '0'}`))
}
