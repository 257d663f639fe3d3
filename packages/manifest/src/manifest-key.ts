import type { TomlValue } from './toml-value.js'

/** In place of a default: the key has to be written. */
export const required = Symbol('required')
export type Required = typeof required

/** What reading one value gave. */
export type Reading<T> = { readonly value: T } | { readonly fault: string; readonly remedy?: string }

/** One key of the manifest as data: what parsing checks and what the reference prints. */
export interface Key<T> {
  /** In the words of the reference: `string`, `integer ≥ 1`. */
  readonly type: string
  /** The value of an absent key, null for none, or {@link required}. */
  readonly absent: T | Required
  /** One line: what the key decides. */
  readonly doc: string
  /** The value, checked alone; a fault reads on from the key's name (`must be …, found …`). */
  readonly read: (value: TomlValue) => Reading<T>
}

/** The type of the values of a record of keys. */
export type ValuesOf<Keys> = { readonly [Name in keyof Keys]: Keys[Name] extends Key<infer T> ? T : never }

/** A table of the manifest. */
export interface Table<Keys = Readonly<Record<string, Key<unknown>>>> {
  /** `kb`, `retrieval.confidence`, `links.kb`. */
  readonly name: string
  readonly required: boolean
  readonly doc: string
  /** By field name; the key in the file is the same in snake case. */
  readonly keys: Keys
  /** Tables nested in this one, by their last name. */
  readonly nested: readonly string[]
  /** Keys of older formats that are refused by name, with the reason. */
  readonly retired: Readonly<Record<string, string>>
}

/** A table from its keys. */
export function table<Keys extends Readonly<Record<string, Key<unknown>>>>(
  name: string,
  doc: string,
  keys: Keys,
  more: {
    readonly required?: boolean
    readonly nested?: readonly string[]
    readonly retired?: Readonly<Record<string, string>>
  } = {},
): Table<Keys> {
  return {
    name,
    doc,
    keys,
    required: more.required ?? false,
    nested: more.nested ?? [],
    retired: more.retired ?? {},
  }
}

/** The spelling of a field in the file: `maxTokens` is `max_tokens`. */
export function keyName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
