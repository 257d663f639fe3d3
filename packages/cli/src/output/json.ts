const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * `value` as JSON, two spaces deep. Characters that a terminal would obey or that reorder text are escaped, which
 * any JSON reader turns back into the same string.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
