import { type JsonSchema, type ObjectSchema, orNull } from './argument-specs.js'

export const text: JsonSchema = { type: 'string' }
export const textOrNull: JsonSchema = orNull(text)
export const integer: JsonSchema = { type: 'integer' }
export const integerOrNull: JsonSchema = orNull(integer)
export const numberOrNull: JsonSchema = orNull({ type: 'number' })
export const flag: JsonSchema = { type: 'boolean' }

/** A list of `items`. */
export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

/** One of the given texts. */
export function oneOf(...values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values }
}

/** An object that has all of `required`, may have `optional`, and nothing else. */
export function objectOf(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): ObjectSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }
}
