import { codePointLength, quote } from '@pinakes/manifest'
import { ServeError } from '../errors.js'
import type { ArgumentSpec, ArgumentSpecs, ArgumentValues } from './argument-specs.js'

/**
 * The arguments of a call of `tool`, each checked against its spec. Null counts as left out.
 * @throws ServeError `SERVE_ARGUMENT_INVALID` for the first that is unknown, missing or of another type
 */
export function readArguments<Specs extends ArgumentSpecs>(
  tool: string,
  specs: Specs,
  given: Readonly<Record<string, unknown>>,
): ArgumentValues<Specs> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(specs, name)) throw unknownArgument(tool, name, Object.keys(specs))
  }
  const values = Object.entries(specs).map(([name, spec]) => [name, readOne(tool, name, spec, given[name])])
  return Object.fromEntries(values) as ArgumentValues<Specs>
}

function readOne(tool: string, name: string, spec: ArgumentSpec, value: unknown): unknown {
  if (value === undefined || value === null) {
    if (spec.required === undefined) return undefined
    throw invalid(tool, name, `is missing; it must be ${wanted(spec)}`)
  }
  const fault = faultOf(spec, value)
  if (fault !== null) throw invalid(tool, name, fault)
  return value
}

/** What is wrong with `value`, to follow the argument's name; null if nothing is. */
function faultOf(spec: ArgumentSpec, value: unknown): string | null {
  switch (spec.type) {
    case 'text':
      return textFault(spec, value)
    case 'list':
      return listFault(spec, value)
    case 'integer':
      return integerFault(spec, value)
    case 'flag':
      return typeof value === 'boolean' ? null : mismatch(spec, value)
  }
}

function textFault(spec: ArgumentSpec & { type: 'text' }, value: unknown): string | null {
  if (typeof value !== 'string') return mismatch(spec, value)
  if (spec.choices !== undefined) return spec.choices.includes(value) ? null : mismatch(spec, value)
  const length = codePointLength(value)
  if (length > spec.maxLength) return `is ${length} characters long; at most ${spec.maxLength} are read`
  return spec.required && value.trim() === '' ? `is blank; it must be ${wanted(spec)}` : null
}

function listFault(spec: ArgumentSpec & { type: 'list' }, value: unknown): string | null {
  if (!Array.isArray(value)) return mismatch(spec, value)
  if (value.length > spec.maxItems) return `has ${value.length} entries; at most ${spec.maxItems} are read`
  const other = value.findIndex((entry) => typeof entry !== 'string')
  if (other >= 0) return `must be ${wanted(spec)}, but entry ${other} is ${found(value[other])}`
  const lengths = value.map(codePointLength)
  const long = lengths.findIndex((length) => length > spec.maxLength)
  if (long < 0) return null
  return `must hold texts of at most ${spec.maxLength} characters, but entry ${long} has ${lengths[long]}`
}

function integerFault(spec: ArgumentSpec & { type: 'integer' }, value: unknown): string | null {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = spec
  if (!Number.isSafeInteger(value)) return mismatch(spec, value)
  return (value as number) < minimum || (value as number) > maximum ? mismatch(spec, value) : null
}

function mismatch(spec: ArgumentSpec, value: unknown): string {
  return `must be ${wanted(spec)}, found ${found(value)}`
}

function wanted(spec: ArgumentSpec): string {
  switch (spec.type) {
    case 'text':
      if (spec.choices === undefined) return 'a text'
      return `one of ${spec.choices.map((choice) => quote(choice)).join(', ')}`
    case 'list':
      return 'a list of texts'
    case 'flag':
      return 'true or false'
    case 'integer': {
      const { minimum, maximum } = spec
      if (minimum === undefined) return 'a whole number'
      return maximum === undefined
        ? `a whole number of at least ${minimum}`
        : `a whole number, ${minimum} to ${maximum}`
    }
  }
}

function found(value: unknown): string {
  if (typeof value === 'string') return `the text ${quote(value)}`
  if (Array.isArray(value)) return `a list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : quote(value)
}

function invalid(tool: string, argument: string, fault: string): ServeError {
  return new ServeError({
    code: 'SERVE_ARGUMENT_INVALID',
    message: `${tool}: argument ${argument} ${fault}`,
    remedy: `Correct ${argument} and call ${tool} again.`,
    details: { argument },
  })
}

function unknownArgument(tool: string, name: string, known: readonly string[]): ServeError {
  const meant = known.find((one) => isNear(name, one))
  const all = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`
  return new ServeError({
    code: 'SERVE_ARGUMENT_INVALID',
    message: `${tool}: there is no argument ${quote(name)}; ${all}`,
    remedy: meant === undefined ? `Leave ${quote(name)} out.` : `Did you mean ${meant}?`,
    details: { argument: name },
  })
}

/** Whether `typed` is `known` in the singular or plural, in other letters, or the beginning of it. */
function isNear(typed: string, known: string): boolean {
  const plain = (name: string) => singular(name.toLowerCase().replace(/[^a-z]/g, ''))
  const [one, other] = [plain(typed), plain(known)]
  return one.length > 1 && (one === other || other.startsWith(one) || one.startsWith(other))
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<=..)s$/, '')
}
