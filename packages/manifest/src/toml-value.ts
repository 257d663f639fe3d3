import { TomlDate } from 'smol-toml'

/** A TOML value: integers are bigint, floats number, tables have no prototype. */
export type TomlValue =
  | string
  | number
  | bigint
  | boolean
  | TomlDate
  | readonly TomlValue[]
  | { readonly [key: string]: TomlValue }

export type TomlTable = { readonly [key: string]: TomlValue }

/** True for a table, inline or not. */
export function isTomlTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof TomlDate)
}

/** The type of a value in the words of whoever wrote the file: `an integer`, `a date or time`. */
export function describeToml(value: TomlValue): string {
  if (typeof value === 'string') return 'a string'
  if (typeof value === 'bigint') return 'an integer'
  if (typeof value === 'number') return 'a float'
  if (typeof value === 'boolean') return 'a boolean'
  if (value instanceof TomlDate) return 'a date or time'
  return Array.isArray(value) ? 'an array' : 'a table'
}
