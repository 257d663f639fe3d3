import type { SearchFilters } from '../contracts.js'
import { SOURCE_TYPES } from '../filters.js'
import { type Hop, QUESTION_KINDS, type Question, type QuestionKind } from './contracts.js'
import type { FaultLog, Place } from './golden-faults.js'
import { questionId } from './question-id.js'

type Mapping = Readonly<Record<string, unknown>>

/** The question at `place`; what is wrong with it goes to `log`, and a stand-in takes its place. */
export function readQuestion(value: unknown, place: Place, log: FaultLog): Question {
  const fields = mapping(value, place, log, 'a question')
  const question = text(fields, 'question', place, log)
  const kind = readKind(fields, place, log)
  const hops = list(fields, 'hops', place, log).map((hop, i) => readHop(hop, [...place, 'hops', i], log))
  const named = list(fields, 'expect', place, log).map((path, i) =>
    documentPath(path, [...place, 'expect', i], log),
  )
  const expect = [...new Set([...named, ...hops.map((hop) => hop.expect)])]
  if (kind === 'no-answer' && expect.length > 0)
    log.at(place, 'a no-answer question has no expect and no hops')
  // Of another shape it was refused already.
  const expectsNothing = expect.length === 0 && (!fields.expect || Array.isArray(fields.expect))
  if (kind !== null && kind !== 'no-answer' && expectsNothing)
    log.at(place, `a ${kind} question needs expect: the documents that answer it`)
  const filters = readFilters(fields, place, log)
  // A question whose text is at fault already has no id that could be at fault too.
  const own = question === '' ? '' : questionId(question)
  const id = 'id' in fields ? text(fields, 'id', place, log) : own
  return { id, question, kind: kind ?? 'lexical', expect, filters, hops }
}

function readKind(fields: Mapping, place: Place, log: FaultLog): QuestionKind | null {
  const known = QUESTION_KINDS.find((kind) => kind === fields.kind)
  if (known !== undefined) return known
  const found = 'kind' in fields ? 'kind is unknown' : 'kind is missing'
  log.at([...place, 'kind'], `${found}; the kinds are ${QUESTION_KINDS.join(', ')}`)
  return null
}

function readHop(value: unknown, place: Place, log: FaultLog): Hop {
  const fields = mapping(value, place, log, 'a hop')
  onlyKnown(fields, ['query', 'expect'], place, log)
  const query = text(fields, 'query', place, log)
  return { query, expect: documentPath(fields.expect, [...place, 'expect'], log) }
}

function readFilters(fields: Mapping, place: Place, log: FaultLog): SearchFilters {
  if (fields.filters === undefined || fields.filters === null) return {}
  const at = [...place, 'filters']
  const filters = mapping(fields.filters, at, log, 'filters')
  onlyKnown(filters, ['tags', 'path_prefix', 'source_type'], at, log)
  const tags = list(filters, 'tags', at, log).map((tag, i) => nonBlank(tag, [...at, 'tags', i], log))
  const sourceType = SOURCE_TYPES.find((type) => type === filters.source_type)
  if ('source_type' in filters && sourceType === undefined)
    log.at([...at, 'source_type'], `source_type is one of ${SOURCE_TYPES.join(', ')}`)
  return {
    ...(tags.length === 0 ? {} : { tags }),
    ...('path_prefix' in filters ? { pathPrefix: text(filters, 'path_prefix', at, log) } : {}),
    ...(sourceType === undefined ? {} : { sourceType }),
  }
}

/** A misspelt filter would silently measure another search. */
function onlyKnown(fields: Mapping, known: readonly string[], place: Place, log: FaultLog): void {
  const unknown = Object.keys(fields).filter((key) => !known.includes(key))
  for (const key of unknown)
    log.at([...place, key], `unknown key ${JSON.stringify(key)}; known are ${known.join(', ')}`)
}

function mapping(value: unknown, place: Place, log: FaultLog, what: string): Mapping {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Mapping
  log.at(place, `${what} must be a mapping`)
  return {}
}

function list(fields: Mapping, key: string, place: Place, log: FaultLog): readonly unknown[] {
  const value = fields[key]
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  log.at([...place, key], `${key} must be a list`)
  return []
}

function text(fields: Mapping, key: string, place: Place, log: FaultLog): string {
  if (key in fields) return nonBlank(fields[key], [...place, key], log)
  log.at(place, `${key} is missing`)
  return ''
}

function nonBlank(value: unknown, place: Place, log: FaultLog): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  const blank = typeof value === 'string' || value === null
  // An item of a list is named by the list: its number would mean nothing beside line and column.
  const name = place.findLast((part) => typeof part === 'string') ?? 'it'
  log.at(
    place,
    `${typeof place.at(-1) === 'number' ? `each ${name}` : name} must be text${blank ? ' that is not blank' : '; quote it'}`,
  )
  return ''
}

/** Compared exactly with the paths of the index, so a spelling that can never match is a fault. */
function documentPath(value: unknown, place: Place, log: FaultLog): string {
  if (value === undefined) log.at(place, 'expect is missing')
  const path = value === undefined ? '' : nonBlank(value, place, log)
  if (path.startsWith('/') || path.split('/').some((part) => part === '.' || part === '..'))
    log.at(place, 'expect is a path from the root of the knowledge base, such as docs/a.md')
  return path
}
