interface Described {
  /** For whoever calls the tool. */
  readonly description: string
  readonly required?: true
}

export interface TextSpec extends Described {
  readonly type: 'text'
  /** Characters: Unicode code points, as JSON Schema counts them. */
  readonly maxLength: number
  /** The only values, where there are few. */
  readonly choices?: readonly string[]
}

export interface ListSpec extends Described {
  readonly type: 'list'
  readonly maxItems: number
  /** Of one entry, in characters as above. */
  readonly maxLength: number
}

export interface IntegerSpec extends Described {
  readonly type: 'integer'
  /** Absent where a number out of range is clamped. */
  readonly minimum?: number
  readonly maximum?: number
}

export interface FlagSpec extends Described {
  readonly type: 'flag'
}

/** What a tool accepts under one name. */
export type ArgumentSpec = TextSpec | ListSpec | IntegerSpec | FlagSpec
export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>

type ValueOf<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Spec extends TextSpec
    ? string
    : Spec extends ListSpec
      ? readonly string[]
      : Spec extends IntegerSpec
        ? number
        : boolean

/** The arguments of a call, by name; undefined where left out or null. */
export type ArgumentValues<Specs extends ArgumentSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { readonly required: true }
    ? ValueOf<Specs[Name]>
    : ValueOf<Specs[Name]> | undefined
}

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** An object schema, as the protocol asks for it. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object'
}

/** The `inputSchema` of a tool: nothing beside the named arguments, null allowed for optional ones. */
export function inputSchema(specs: ArgumentSpecs): ObjectSchema {
  const names = Object.entries(specs)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(([name, spec]) => [name, schemaOf(spec)])),
    required: names.filter(([, spec]) => spec.required).map(([name]) => name),
    additionalProperties: false,
  }
}

function schemaOf(spec: ArgumentSpec): JsonSchema {
  const { description } = spec
  const own = ownSchema(spec)
  if (spec.required) return { ...own, description }
  return { ...orNull(own), default: null, description }
}

/**
 * `schema`, or null. As two schemas of one type each: a list of types means the same, and some providers of models cannot
 * read it.
 */
export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] }
}

function ownSchema(spec: ArgumentSpec): JsonSchema {
  switch (spec.type) {
    case 'text':
      return spec.choices === undefined
        ? { type: 'string', maxLength: spec.maxLength }
        : { type: 'string', enum: spec.choices }
    case 'list':
      return {
        type: 'array',
        items: { type: 'string', maxLength: spec.maxLength },
        maxItems: spec.maxItems,
      }
    case 'integer': {
      const { minimum, maximum } = spec
      return {
        type: 'integer',
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      }
    }
    case 'flag':
      return { type: 'boolean' }
  }
}
