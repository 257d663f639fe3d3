const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * `value` as JSON, two spaces deep, or on one line with an `indent` of 0. Characters that a terminal would obey or that reorder text are escaped, which
 * any JSON reader turns back into the same string.
 */
export function toJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
