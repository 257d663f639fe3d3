/** A TOML value: integers are bigint, floats number, dates and times `Date`; tables have no prototype. */
export type TomlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | readonly TomlValue[]
  | { readonly [key: string]: TomlValue }

/** A table of a TOML text, by key. */
export type TomlTable = { readonly [key: string]: TomlValue }

/** True for a table, inline or not. */
export function isTomlTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
}

/** The type of a value in the words of whoever wrote the file: `an integer`, `a date or time`. */
export function describeToml(value: TomlValue): string {
  if (typeof value === 'string') return 'a string'
  if (typeof value === 'bigint') return 'an integer'
  if (typeof value === 'number') return 'a float'
  if (typeof value === 'boolean') return 'a boolean'
  if (value instanceof Date) return 'a date or time'
  return Array.isArray(value) ? 'an array' : 'a table'
}
